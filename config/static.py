"""Storage of static files: names with a hash of the content, compressed, ours minified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The minifier for each suffix.
SMALLER: dict[str, Callable[[bytes], bytes]] = {".css": cssmin, ".js": jsmin}


class Files(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also minifies the style sheets and scripts under `noon/`."""

    def _save(self, name: str, content: Any) -> str:
        smaller = SMALLER.get(Path(name).suffix) if name.startswith("noon/") else None
        if smaller:
            content = ContentFile(smaller(b"".join(content.chunks())))
        return str(super()._save(name, content))
