"""What a terminal may be shown."""

from __future__ import annotations

import json

import pytest

import samesame as ss
from samesame.report.side_by_side import print_comparison
from samesame.report.terminal import print_figures, print_matches, print_passages
from samesame.report.visible import escaped_json, visible

COMMANDS = [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
EVIL = "".join(map(chr, COMMANDS))


def test_no_command_is_left_and_all_else_is() -> None:
    assert not set(visible(EVIL)) & set(EVIL)
    for text in ("plain", "çığ 北京 🙂 שלום", "", "back\\slash"):
        assert visible(text) == text
    assert visible("a\x1b[2J\u202eb\ud800") == r"a\x1b[2J\u202eb\ud800"


def test_escaped_json_means_the_same() -> None:
    line = json.dumps({EVIL: [EVIL, "北京"]}, ensure_ascii=False) + "\n"
    assert json.loads(escaped_json(line)) == json.loads(line)
    assert not set(escaped_json(line)) & set(EVIL) - {"\n"}


def test_tables_show_ids_and_texts_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"some {EVIL} words that are quite the same in both of these two texts"
    documents = {EVIL: text, f"b{EVIL}": text}
    print_matches(ss.find(documents), documents)
    print_passages(ss.passages(documents, min_words=4))
    print_comparison(ss.compare(ss.Document(EVIL, text), ss.Document("b", text)))
    print_figures([(EVIL, "1")], ("section", "pairs"))
    shown = capsys.readouterr().out
    assert r"\x1b" in shown and not set(shown) & set(EVIL) - {"\n"}
