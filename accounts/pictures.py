"""Uploaded avatars: what is accepted, and how it is made small, square and anonymous."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image, ImageOps

MAX_UPLOAD = 12_000_000  # bytes, as sent: a telephone makes pictures of up to ten
MAX_PIXELS = 25_000_000  # as declared in the file's head, before anything is decoded
# As kept: sharp in the biggest place that shows it, and light enough for a table of eight to
# stay a page of 60 kB.
SIDE = 96  # pixels
MAX_KEPT = 1_700  # bytes
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
CONTENT_TYPE = "image/webp"
TOO_HEAVY = gettext_lazy(
    "Picture not taken. It weighs %(size)s MB, the limit is %(limit)s MB. Send a smaller one."
)
_ORIENTATION = 0x0112  # the EXIF tag that says which side of a photograph is up


class PictureRefused(ValueError):
    """A sentence for the reader: what did not happen, why, what to do."""


def reencode(upload: Any) -> bytes:
    """An uploaded file as a WebP of at most 96 px square and 1.7 kB, without anything but its pixels.

    `upload`: a file with `size` and `read`. Raises PictureRefused.
    """
    if upload.size > MAX_UPLOAD:
        raise PictureRefused(
            TOO_HEAVY % {"size": -(-upload.size // 1_000_000), "limit": MAX_UPLOAD // 1_000_000}
        )
    image = _opened(upload.read())
    try:
        return _encoded(_square(image))
    except Exception as cause:  # damaged files make the decoders raise errors of every kind
        raise PictureRefused(_damaged()) from cause


def _opened(content: bytes) -> Image.Image:
    """The image with its head alone read. What it is, is told by its content, never by its name."""
    try:
        image = Image.open(BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as cause:
        raise PictureRefused(_too_many_pixels()) from cause
    except Exception as cause:
        raise PictureRefused(
            _("Picture not taken. The file is no PNG, JPEG, WebP or GIF picture. Choose another.")
        ) from cause
    if image.width * image.height > MAX_PIXELS:
        raise PictureRefused(_too_many_pixels())
    return image


def _square(image: Image.Image) -> Image.Image:
    """The middle of the picture, the right way up, at most SIDE pixels, in new pixels of its own."""
    turned = image.getexif().get(_ORIENTATION)
    image.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG is decoded at a fraction of its size
    side = min(SIDE, *image.size)
    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    small = ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS)
    clean = Image.new(small.mode, small.size)
    clean.paste(small)
    if turned is not None:
        clean.getexif()[_ORIENTATION] = turned
        clean = ImageOps.exif_transpose(clean)
    return clean


def _encoded(image: Image.Image) -> bytes:
    """As WebP, at the best quality that stays within MAX_KEPT."""
    for side in (SIDE, 64, 48):
        small = image if image.width <= side else image.resize((side, side), Image.Resampling.LANCZOS)
        for quality in (85, 65, 45, 25):
            out = BytesIO()
            small.save(out, "WEBP", quality=quality, alpha_quality=quality, method=4)
            if out.tell() <= MAX_KEPT:
                return out.getvalue()
    raise ValueError("no quality is small enough")


def _too_many_pixels() -> str:
    return _("Picture not taken. It has more than %(limit)s million pixels. Send a smaller one.") % {
        "limit": MAX_PIXELS // 1_000_000
    }


def _damaged() -> str:
    return _("Picture not taken. The file is damaged and cannot be read to its end. Choose another.")
