"""Files as a site gives them away: named by their content, compressed, ours without comments and spaces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# By the end of a file's name: its bytes as they are written -> as they are sent.
SMALLER: dict[str, Callable[[bytes], bytes]] = {".css": cssmin, ".js": jsmin}


class Files(CompressedManifestStaticFilesStorage):
    """Ours are written for whoever changes them; each first visit would pay for that."""

    def _save(self, name: str, content: Any) -> str:
        smaller = SMALLER.get(Path(name).suffix) if name.startswith("noon/") else None
        if smaller:
            content = ContentFile(smaller(b"".join(content.chunks())))
        return str(super()._save(name, content))
