"""Text in and text out: cards, deals, sentences, moves, positions, pictures, messages."""
