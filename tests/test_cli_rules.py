"""`pyramide rules`: every preset with its fields, as a table and as JSON."""

from __future__ import annotations

import json

from click.testing import CliRunner

from pyramide import __version__
from pyramide.rules import PRESETS
from pyramide_cli.main import pyramide


def test_the_table_shows_every_preset() -> None:
    result = CliRunner().invoke(pyramide, ["rules"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].split() == ["name", "clear", "passes", "play", "cover", "waste-start"]
    assert [line.split()[0] for line in lines[1:]] == list(PRESETS)
    rows = {line.split()[0]: line.split()[1:6] for line in lines[1:]}
    assert rows["app"] == ["pyramid", "unlimited", "waste", "no", "1"]
    assert rows["app-cover"] == ["pyramid", "unlimited", "waste", "yes", "1"]
    assert rows["microsoft"] == ["pyramid", "3", "stock-and-waste", "no", "0"]
    assert rows["traditional"] == ["all", "1", "stock-and-waste", "no", "0"]


def test_json_gives_plain_values() -> None:
    result = CliRunner().invoke(pyramide, ["rules", "--json"])
    answer = json.loads(result.output)
    assert (answer["schema"], answer["version"]) == (1, __version__)
    assert answer["rules"][0] == {
        "name": "app",
        "clear": "pyramid",
        "passes": "unlimited",
        "play": "waste",
        "cover": False,
        "waste_start": 1,
        "note": "the app Pyramide Solitaire",
    }
    for row in answer["rules"]:
        assert PRESETS[row["name"]].as_json().items() <= row.items()
    assert [row["name"] for row in answer["rules"]] == list(PRESETS)
