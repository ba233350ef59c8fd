"""`make lock`: pin every requirement with its hashes; no registry's address may be in the files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = (
    "--quiet", "--allow-unsafe", "--generate-hashes", "--strip-extras", "--upgrade",
    "--no-emit-find-links", "--no-emit-index-url", "--no-emit-trusted-host",
)  # fmt: skip

# In this order, because the first file constrains the second.
for name in ("requirements", "requirements-dev"):
    print(f"locking {name}.txt", flush=True)
    subprocess.run(
        [sys.executable, "-m", "piptools", "compile", *OPTIONS, f"--output-file={name}.txt", f"{name}.in"],
        cwd=ROOT,
        check=True,
    )
