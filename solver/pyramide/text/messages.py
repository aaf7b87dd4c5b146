"""The app's messages in four languages.

The Dutch and German wordings are the app's own, from its rules pages; the
English and French ones are ours.
"""

from __future__ import annotations

from pyramide.session import Message
from pyramide.text.languages import language

_TEXTS: dict[str, dict[Message, str]] = {
    "en": {
        Message.COVERED: "This card is blocked by another card",
        Message.WRONG_SUM: "The sum must be 13",
        Message.NO_MORE_MOVES: "No more moves possible",
    },
    "nl": {
        Message.COVERED: "Deze kaart wordt geblokkeerd door een andere kaart",
        Message.WRONG_SUM: "De som moet gelijk zijn aan 13",
        Message.NO_MORE_MOVES: "Geen zetten meer mogelijk",
    },
    "de": {
        Message.COVERED: "Diese Karte wird von einer anderen blockiert",
        Message.WRONG_SUM: "Die Summe muss 13 ergeben",
        Message.NO_MORE_MOVES: "Kein Zug mehr möglich",
    },
    "fr": {
        Message.COVERED: "Cette carte est bloquée par une autre",
        Message.WRONG_SUM: "La somme doit être égale à 13",
        Message.NO_MORE_MOVES: "Plus aucun coup possible",
    },
}


def message_text(message: Message, lang: str = "en") -> str:
    """What the app shows for a message.

    Raises PyramideError for an unknown language.
    """
    return _TEXTS[language(lang).code][message]
