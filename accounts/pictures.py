"""Uploaded avatars: what is accepted, and how it becomes a small square picture without metadata."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image, ImageOps
from PIL.JpegImagePlugin import JpegImageFile

from web.headers import MAX_UPLOAD

MAX_PIXELS = 8_000_000  # to decode; read from the file's header, before anything is decoded
# In a baseline JPEG, such as phones make: it can be decoded at an eighth of its width and height.
MAX_PHOTOGRAPH = 50_000_000
# Of the stored picture: sharp where it is shown largest, and light enough that a page with eight of them
# stays within 60 kB.
SIDE = 96  # pixels
MAX_KEPT = 1_700  # bytes
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
CONTENT_TYPE = "image/webp"
TOO_HEAVY = gettext_lazy(
    "Picture not saved. The file is %(size)s MB, the limit is %(limit)s MB. Send a smaller one."
)
PATIENCE = 2.0  # seconds to wait while another picture is being decoded
_ORIENTATION = 0x0112  # the EXIF tag for the orientation of a photograph


class PictureRefused(ValueError):
    """A sentence for the user: what was not done, why, and what to do."""


class PicturesBusy(PictureRefused):
    """Other pictures are being decoded: the user may send this one again in a moment."""


# A decoded picture takes up to 100 MB, so a process decodes one at a time while at most one more waits.
# Further uploads are refused at once, so that threads stay free for other pages.
_decoding, _inside = threading.Lock(), threading.BoundedSemaphore(2)


@contextmanager
def _decoding_slot() -> Iterator[None]:
    """Hold this process's only slot for decoding pictures. Raises PicturesBusy."""
    if not _inside.acquire(blocking=False):
        raise PicturesBusy(_busy())
    try:
        if not _decoding.acquire(timeout=PATIENCE):
            raise PicturesBusy(_busy())
        try:
            yield
        finally:
            _decoding.release()
    finally:
        _inside.release()


def reencode(upload: Any) -> bytes:
    """Re-encode an uploaded file as a square WebP of at most 96 px and 1.7 kB, without any metadata.

    `upload`: a file with `size` and `read`. Raises PictureRefused, or its subclass PicturesBusy.
    """
    if upload.size > MAX_UPLOAD:
        raise PictureRefused(
            TOO_HEAVY % {"size": -(-upload.size // 1_000_000), "limit": MAX_UPLOAD // 1_000_000}
        )
    with _decoding_slot():
        image = _opened(upload.read())
        try:
            return _encoded(_square(image))
        except Exception as cause:  # damaged files may make the decoders raise anything
            raise PictureRefused(_damaged()) from cause


def _opened(content: bytes) -> Image.Image:
    """The image with only its header read, small enough to be decoded. The format is recognized by the
    content, never by the file name. Raises PictureRefused."""
    try:
        image = Image.open(BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as cause:
        raise PictureRefused(_too_many_pixels(MAX_PIXELS)) from cause
    except Exception as cause:
        raise PictureRefused(
            _("Picture not saved. The file is not a PNG, JPEG, WebP or GIF picture. Choose another.")
        ) from cause
    most = MAX_PIXELS
    if isinstance(image, JpegImageFile) and _in_one_scan(content, image.layers):
        most = MAX_PHOTOGRAPH
    if image.width * image.height > most:
        raise PictureRefused(_too_many_pixels(most))
    image.draft("RGB", (2 * SIDE, 2 * SIDE))  # have a JPEG decoded at a fraction of its size
    if image.width * image.height > MAX_PIXELS:  # too narrow to be decoded at a fraction
        raise PictureRefused(_too_many_pixels(MAX_PIXELS))
    return image


def _in_one_scan(content: bytes, components: int) -> bool:
    """Whether a JPEG can be decoded at a fraction of its size without holding all of it in memory: not if it
    is progressive or stores one colour component after the other."""
    at = 2
    while at + 4 < len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC0, 0xC1, 0xC4, 0xC8, 0xCC):
            return False
        if marker == 0xDA:  # start of scan; the next byte is its number of components
            return content[at + 4] == components
        at += 1 if marker == 0xFF else 2 + length
    return False


def _square(image: Image.Image) -> Image.Image:
    """The middle square of the picture, upright, at most SIDE pixels wide, copied into a new image."""
    turned = image.getexif().get(_ORIENTATION)
    side = min(SIDE, *image.size)
    mode = "RGBA" if image.has_transparency_data else "RGB"
    image = image if image.mode == mode else image.convert(mode)
    if (factor := min(image.size) // (2 * SIDE)) > 1:
        image = image.reduce(factor)  # by whole pixels, in a tenth of the time of the filter below
    small = ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS)
    clean = Image.new(small.mode, small.size)
    clean.paste(small)
    if turned is not None:
        clean.getexif()[_ORIENTATION] = turned
        clean = ImageOps.exif_transpose(clean)
    return clean


def _encoded(image: Image.Image) -> bytes:
    """The image as WebP, in the largest size and best quality that stay within MAX_KEPT. Raises ValueError
    if there is none."""
    for side in (SIDE, 64, 48):
        small = image if image.width <= side else image.resize((side, side), Image.Resampling.LANCZOS)
        for quality in (85, 65, 45, 25):
            out = BytesIO()
            small.save(out, "WEBP", quality=quality, alpha_quality=quality, method=4)
            if out.tell() <= MAX_KEPT:
                return out.getvalue()
    raise ValueError("no quality is small enough")


def _too_many_pixels(most: int) -> str:
    return _("Picture not saved. It has more than %(limit)s million pixels. Send a smaller one.") % {
        "limit": most // 1_000_000
    }


def _busy() -> str:
    return _(
        "Picture not saved: others are being processed. Wait a moment, then choose it and send it again."
    )


def _damaged() -> str:
    return _("Picture not saved. The file is damaged and cannot be read completely. Choose another.")
