"""The translations: collect the texts (`update`), compile them (`compile`), check for missing ones (`check`).

Compiling needs only Babel, so that a site starts without the gettext programs; collecting and checking run
Django's `makemessages`, which needs them. New translations may be put into `locale/<language>/parts/*.po`;
`update` moves them into the catalogue, and deletes those files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po"))
NOT_OURS = (".venv", "var", "build", "tests", "tools", "docs", "requirements*")

# Django's command without fuzzy matching, because similar texts do not have the same translation; the texts
# that Jinja2 finds in parts are given to xgettext as Python.
COLLECT = """
import sys
from pathlib import Path
from django.core.management import call_command
from django.core.management.commands import makemessages
from jinja2 import Environment

jinja = Environment(extensions=["jinja2.ext.i18n"])
jinja.policies["ext.i18n.trimmed"] = True
jinja.newstyle_gettext = True

class File(makemessages.BuildFile):
    def preprocess(self):
        if not self.path.endswith(".jinja"):
            return super().preprocess()
        found = jinja.extract_translations(Path(self.path).read_text(encoding="utf-8"))
        calls = [
            f"{name}({', '.join(map(repr, [texts] if isinstance(texts, str) else filter(None, texts)))})"
            for line, name, texts in found
        ]
        Path(self.work_path).write_text("\\n".join(calls), encoding="utf-8")

class Command(makemessages.Command):
    build_file_class = File
    msgmerge_options = ["-q", "--backup=none", "--update", "--no-fuzzy-matching"]

import django
django.setup()
call_command(Command(), locale=sys.argv[1].split(","), domain="django", no_obsolete=True, add_location="file",
             extensions=["html", "txt", "py", "jinja"], ignore_patterns=sys.argv[2].split(","), verbosity=0)
"""


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.relative_to(path.parents[2]).parts[0], domain=path.stem)


def key(message: Message) -> tuple[str | None, str]:
    """The key of a translation: its context and its singular."""
    return (message.context, message.id if isinstance(message.id, str) else message.id[0])


def texts(catalogue: Catalog) -> dict[tuple[str | None, str], Message]:
    return {key(message): message for message in catalogue if message.id}


def is_translated(message: Message) -> bool:
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return bool(strings) and all(strings) and not message.fuzzy


def compile_stale() -> int:
    """Compile the catalogues whose .mo is missing or older than the .po."""
    return compile_all([path for path in CATALOGUES if _is_stale(path)])


def _is_stale(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns <= path.stat().st_mtime_ns


def compile_all(paths: list[Path] | None = None) -> int:
    """Write the .mo beside each .po. Fuzzy and empty translations are left out, so that English shows."""
    for path in CATALOGUES if paths is None else paths:
        target = path.with_suffix(".mo")
        part = target.with_name(f".{target.name}.{os.getpid()}")
        with part.open("wb") as file:
            write_mo(file, read(path), use_fuzzy=False)
        part.replace(target)
    return 0


def collect(folder: Path, languages: list[str]) -> None:
    """Run makemessages on the source tree in `folder`; the catalogues are written there."""
    if not shutil.which("xgettext"):
        sys.exit("Collecting the texts needs gettext; on Debian: apt install gettext")
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "NOON_DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings"}
        env["PYTHONPATH"] = str(folder)
        subprocess.run(
            [sys.executable, "-c", COLLECT, ",".join(languages), ",".join(NOT_OURS)],
            cwd=folder, env=env, check=True,
        )  # fmt: skip


def update() -> int:
    """Collect the texts again and list those without a translation. The catalogues are replaced at the end,
    so that an interrupted run leaves them unchanged."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, languages = copy_of_the_source(temporary), []
        for path in (ROOT / "locale").iterdir():
            if path.is_dir():
                languages.append(path.name)
                take_parts(folder / "locale" / path.name)
        collect(folder, sorted(languages))
        for path in sorted(folder.glob("locale/*/LC_MESSAGES/*.po")):
            target = ROOT / path.relative_to(folder)
            target.parent.mkdir(exist_ok=True)
            fresh = target.with_name(f".{target.name}.{os.getpid()}")
            shutil.copyfile(path, fresh)
            fresh.replace(target)
    for part in ROOT.glob("locale/*/parts/*.po"):
        part.unlink()
    CATALOGUES[:] = sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po"))
    for path in CATALOGUES:
        missing = [message for message in texts(read(path)).values() if not is_translated(message)]
        print(f"{path.relative_to(ROOT)}: {len(texts(read(path)))} texts, {len(missing)} not translated")
        for message in missing:
            print(f"  {place(message)}: {key(message)[1]!r}")
    return 0


def copy_of_the_source(temporary: str) -> Path:
    """Copy the sources of texts to a temporary folder."""
    folder = Path(temporary) / "noon"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", "*.mo", "__pycache__", *NOT_OURS))
    return folder


def take_parts(folder: Path) -> None:
    """Fill the empty translations of a language's catalogue from its parts; existing translations stay."""
    path = folder / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(exist_ok=True)
    catalogue = read(path) if path.exists() else Catalog(locale=folder.name, charset="utf-8", fuzzy=False)
    for part in sorted(folder.glob("parts/*.po")):
        for message in texts(read(part)).values():
            known = catalogue.get(key(message)[1], context=message.context)
            if is_translated(message) and (known is None or not is_translated(known)):
                if known is not None:
                    catalogue.delete(key(message)[1], context=message.context)
                catalogue.add(message.id, message.string, flags=message.flags, context=message.context)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)


def place(message: Message) -> str:
    return ", ".join(sorted({str(location[0]) for location in message.locations})) or "?"


def problems() -> list[str]:
    """One line for each translation that is missing, fuzzy, obsolete or wrongly formatted."""
    found = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = copy_of_the_source(temporary)
        collect(folder, sorted({path.parts[-3] for path in CATALOGUES}))
        for path in CATALOGUES:
            name = str(path.relative_to(ROOT))
            kept, fresh = texts(read(path)), texts(read(folder / path.relative_to(ROOT)))
            for where, message in fresh.items():
                if where not in kept:
                    found.append(f"{name}: not collected, {place(message)}: {where[1]!r}")
                elif not is_translated(kept[where]):
                    found.append(f"{name}: not translated, {place(message)}: {where[1]!r}")
            found += [
                f"{name}: no longer in the source: {where[1]!r}" for where in kept if where not in fresh
            ]
            for message, errors in read(path).check():
                found += [f"{name}: {error}: {key(message)[1]!r}" for error in errors]
    return found


def check() -> int:
    found = problems()
    print("\n".join(found))
    if found:
        print("`make catalogues` collects the texts and lists what is not translated.")
    return 1 if found else 0


if __name__ == "__main__":
    command = {"compile": compile_all, "update": update, "check": check}.get(" ".join(sys.argv[1:]))
    sys.exit(command() if command else "usage: tools/catalogues.py compile | update | check")
