"""Write the index of docs/decisions from the headings of its pages: `python -m tools.decisions`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "decisions"
INDEX = FOLDER / "README.md"
# The topics of the index, with the numbers of their pages; `FURTHER` has the pages that are not named here.
TOPICS = {
    "Rules and their states": "0001 0006 0007 0080 0082 0092 0105 0110 0113 0122",
    "Programs, libraries and tables": "0002 0003 0004 0005 0009 0010 0011 0117",
    "Pages and order forms": "0008 0030 0041 0070 0071 0086 0087 0101 0107 0114 0128 0129 0134 0135 0157",
    "Noon, and when something breaks": "0042 0050 0051 0052 0061 0062 0090 0106 0149",
    "Speed": "0060 0102 0111 0112 0150 0172 0173 0174 0175 0176 0177 0178 0179",
    "Tests": "0012 0103 0118 0164",
    "Secrets, fairness and limits": "0072 0074 0075 0076 0142 0170",
    "Players and their games": "0031 0119 0127 0133 0140 0141 0151 0152 0153 0155 0158 0159",
    "Mails and notices": "0073 0088 0143 0144 0145 0146 0147 0154 0156 0160 0161",
    "Conversations, calendars and feeds": "0148 0162 0166",
    "Every title": "0089 0126 0167",
    "The Corporate Game": "0020 0021 0022 0130 0132 0168",
    "Cardline": "0040",
    "MegaCorps": "0100 0108",
    "Macht$piele": "0120 0121 0124",
    "Contrôle Global": "0125",
}
FURTHER = "Further decisions"


def index() -> str:
    """The text of the index: one line per page, under its topic."""
    topic_of = {number: topic for topic, numbers in TOPICS.items() for number in numbers.split()}
    pages: dict[str, list[str]] = {topic: [] for topic in [*TOPICS, FURTHER]}
    for path in sorted(FOLDER.glob("[0-9]*.md")):
        number, heading = path.name[:4], path.read_text().splitlines()[0][len("# 0001: ") :]
        line = f"- [{number}]({path.name}): {heading[0].upper()}{heading[1:]}"
        pages[topic_of.get(number, FURTHER)].append(line)
    lines = ["# Decisions", "", "One page each: what was decided, why, and instead of what."]
    for topic in (topic for topic in pages if pages[topic]):
        lines += ["", f"## {topic}", "", *pages[topic]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index())
