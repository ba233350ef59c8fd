"""The queue in a folder: a folder that is thrown away while the site runs is made anew, and told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kombu import Connection

from config import broker


@pytest.fixture
def queue(tmp_path: Path):
    """A queue of one name, as Celery uses it: bound, then put to and read from."""
    folders = {"data_folder_in": "messages", "data_folder_out": "messages", "processed_folder": "processed",
               "control_folder": "control"}  # fmt: skip
    options = {key: str(tmp_path / "queue" / name) for key, name in folders.items()}
    for folder in options.values():
        Path(folder).mkdir(parents=True, exist_ok=True)
    assert broker.Transport
    with Connection("folder://localhost", transport_options=options) as connection:
        simple = connection.SimpleQueue("noon")
        yield simple
        simple.close()


def test_a_message_goes_and_comes(queue):
    queue.put({"turn": 1})
    message = queue.get(timeout=30)
    assert message.payload == {"turn": 1}
    message.ack()
    with pytest.raises(queue.Empty):
        queue.get_nowait()


def test_a_lost_folder_is_made_anew_for_whoever_reads_and_whoever_writes(queue, tmp_path, caplog):
    queue.put({"turn": 1})
    shutil.rmtree(tmp_path / "queue")
    with pytest.raises(queue.Empty):
        queue.get_nowait()
    shutil.rmtree(tmp_path / "queue")
    queue.put({"turn": 2})  # its binding went with the folder
    message = queue.get(timeout=30)
    assert message.payload == {"turn": 2}
    message.ack()
    assert caplog.text.count("queue folder lost") == 2
