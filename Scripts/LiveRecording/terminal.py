"""A terminal with the escape sequences that the demo writes. Any other sequence is an error."""

import re
import unicodedata
from dataclasses import dataclass

SEQUENCE = re.compile(r"\x1b\[(\?)?([0-9;]*)([A-Za-z])")
STYLES = {"": "", "0": "", "1": "bold", "2": "faint", "31": "bad", "32": "good", "38;5;214": "busy"}


class UnknownOutput(Exception):
    pass


@dataclass(frozen=True)
class Cell:
    """A character with its combining marks. The column after a wide character has the text ''."""

    text: str = " "
    style: str = ""


BLANK = Cell()


def columns(character):
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Terminal:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.rows = [[BLANK] * width for _ in range(height)]
        self.row = self.column = 0
        self.style = ""
        self.pending = ""
        # On the separate screen; the text before and after it is not part of the demo.
        self.is_open = False

    def feed(self, text):
        """Interprets the text; a sequence that is cut at its end is completed by the next call."""
        text, self.pending = self.pending + text, ""
        position = 0
        while position < len(text):
            if text[position] == "\x1b":
                match = SEQUENCE.match(text, position)
                if not match:
                    if re.fullmatch(r"\x1b(\[(\?)?[0-9;]*)?", text[position:]):
                        self.pending = text[position:]
                        return
                    raise UnknownOutput(f"unknown escape sequence {text[position:position + 8]!r}")
                self.perform(*match.groups(), match.group())
                position = match.end()
            else:
                self.write(text[position])
                position += 1

    def perform(self, private, numbers, letter, sequence):
        command = (private or "") + numbers + letter
        if command in ("?1049h", "?1049l"):
            self.is_open = letter == "h"
        elif command in ("?25h", "?25l"):
            pass  # The cursor is not drawn.
        elif command == "H":
            self.row = self.column = 0
        elif command in ("K", "J"):
            # After the last column of a full row the cursor is on that column.
            self.erase(self.row, min(self.column, self.width - 1))
            for row in range(self.row + 1, self.height if letter == "J" else 0):
                self.erase(row, 0)
        elif letter == "m" and not private and numbers in STYLES:
            self.style = STYLES[numbers]
        else:
            raise UnknownOutput(f"unknown escape sequence {sequence!r}")

    def erase(self, row, column):
        self.rows[row][column:] = [BLANK] * (self.width - column)

    def write(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            if self.row == self.height - 1:
                raise UnknownOutput("a line break in the last row scrolls the screen")
            self.row += 1
        elif unicodedata.category(character) == "Cc":
            raise UnknownOutput(f"unknown control character {character!r}")
        else:
            self.put(character, columns(character))

    def put(self, character, width):
        if width == 0:
            place = self.column - 1
            while place > 0 and not self.rows[self.row][place].text:
                place -= 1
            before = self.rows[self.row][place]
            self.rows[self.row][place] = Cell(before.text + character, before.style)
            return
        if self.column + width > self.width:
            raise UnknownOutput(f"row {self.row} is longer than {self.width} columns")
        cells = [Cell(character, self.style)] + [Cell("", self.style)] * (width - 1)
        self.rows[self.row][self.column:self.column + width] = cells
        self.column += width

    @property
    def screen(self):
        return tuple(tuple(row) for row in self.rows)


def text(row):
    return "".join(cell.text for cell in row).rstrip()
