"""Storage of static files: names with a hash of the content, compressed, ours minified."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# A pseudo-class that applies to any descendant: within some blocks rcssmin removes the space before it, and
# `.a :is(b)` would become `.a:is(b)`. With a star it means the same and is left alone.
DESCENDANT = re.compile(rb"(?<=[\w)\]]) :(?=(?:is|where|not|has)\()")


def smaller_style(sheet: bytes) -> bytes:
    """An equivalent style sheet without comments and unnecessary spaces."""
    return bytes(cssmin(DESCENDANT.sub(b" *:", sheet)))


# The minifier for each suffix.
SMALLER: dict[str, Callable[[bytes], bytes]] = {".css": smaller_style, ".js": jsmin}


class Files(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also minifies the style sheets and scripts under `noon/`."""

    def _save(self, name: str, content: Any) -> str:
        smaller = SMALLER.get(Path(name).suffix) if name.startswith("noon/") else None
        if smaller:
            content = ContentFile(smaller(b"".join(content.chunks())))
        return str(super()._save(name, content))
