"""The app's messages."""

from __future__ import annotations

import pytest

from pyramide.errors import PyramideError
from pyramide.session import Message
from pyramide.text.languages import LANGUAGES
from pyramide.text.messages import message_text


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        ("nl", ["Deze kaart wordt geblokkeerd door een andere kaart",
                "De som moet gelijk zijn aan 13", "Geen zetten meer mogelijk"]),
        ("de", ["Diese Karte wird von einer anderen blockiert",
                "Die Summe muss 13 ergeben", "Kein Zug mehr möglich"]),
    ],
)  # fmt: skip
def test_the_pages_own_words(lang, texts):
    order = (Message.COVERED, Message.WRONG_SUM, Message.NO_MORE_MOVES)
    assert [message_text(message, lang) for message in order] == texts


def test_every_message_in_every_language():
    shown = {message_text(message, lang) for message in Message for lang in LANGUAGES}
    assert len(shown) == len(Message) * len(LANGUAGES)
    assert message_text(Message.WRONG_SUM) == "The sum must be 13"


def test_an_unknown_language_is_refused():
    with pytest.raises(PyramideError, match="'it' is no language"):
        message_text(Message.COVERED, "it")
