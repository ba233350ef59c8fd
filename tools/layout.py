"""The layout of templates and style sheets: `check` reports what is wrong, `write` formats the files.

One element, one rule, one declaration per line; djlint formats the templates, css-beautify the style sheets.
Lines that stay too long must be broken by hand, because neither breaks a sentence or a template tag.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cssbeautifier

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 119  # characters of a line
TEMPLATES = ("templates", "tests/templates")
PARTS = ("--profile", "jinja", "--extension", "jinja")  # djlint's options for the parts of pages
SHEETS = "static/noon/**/*.css"


def formatted(sheet: str) -> str:
    """A style sheet with one declaration per line."""
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.newline_between_rules = False
    return str(cssbeautifier.beautify(sheet, options))


def too_long(root: Path) -> Iterator[str]:
    """`file:line: n characters, at most m` for each line longer than LONGEST."""
    files = [path for folder in TEMPLATES for path in (root / folder).rglob("*.*")] + list(root.glob(SHEETS))
    for path in sorted(files):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                yield f"{path.relative_to(root)}:{number}: {len(line)} characters, at most {LONGEST}"


def off(root: Path) -> list[str]:
    """A message for everything that the formatters would change, and for every line that is too long."""
    sheets = [
        f"{path.relative_to(root)} is not formatted"
        for path in sorted(root.glob(SHEETS))
        if formatted(path.read_text(encoding="utf-8")) != path.read_text(encoding="utf-8")
    ]
    return [*djlint(root, "--check"), *sheets, *too_long(root)]


def write(root: Path) -> None:
    """Format every template and style sheet in place."""
    djlint(root, "--reformat")
    for path in root.glob(SHEETS):
        path.write_text(formatted(path.read_text(encoding="utf-8")), encoding="utf-8")


def djlint(root: Path, mode: str) -> list[str]:
    """djlint's messages about the templates, those of Jinja2 included; [] if there are none."""
    program = Path(sys.executable).parent / "djlint"
    found = []
    profiles: tuple[tuple[str, ...], ...] = ((), PARTS)
    for profile in profiles:
        command = [str(program), mode, *profile, *TEMPLATES]
        result = subprocess.run(command, cwd=root, capture_output=True, text=True)
        if result.returncode:
            found += result.stdout.splitlines()
    return found


def main(command: str) -> int:
    if command == "write":
        write(ROOT)
    found = off(ROOT)
    if found:
        print(
            *found,
            "Run `make format`. It puts right all but lines that stay too long: break those by hand, between "
            "two attributes or two words of a text.",
            sep="\n",
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
