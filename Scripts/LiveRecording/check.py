"""Checks of the terminal and of the writer of pictures."""

from xml.etree import ElementTree

from picture import spans, steps, svg
from terminal import Terminal, UnknownOutput, text


def expect(name, found, wanted):
    if found != wanted:
        raise UnknownOutput(f"check of {name}: expected {wanted!r}, found {found!r}")


def screen(output, width=12, height=3):
    terminal = Terminal(width, height)
    for piece in output if isinstance(output, list) else [output]:
        terminal.feed(piece)
    return terminal


def refuses(output):
    try:
        screen(output)
    except UnknownOutput:
        return True
    return False


def check():
    drawn = screen("\x1b[?1049h\x1b[?25l\x1b[Hold\r\nrow\x1b[H\x1b[1mab\x1b[0mc\x1b[K\r\n\x1b[J")
    expect("text", [text(row) for row in drawn.rows], ["abc", "", ""])
    expect("styles", [cell.style for cell in drawn.rows[0][:4]], ["bold", "bold", "", ""])
    expect("the separate screen", drawn.is_open, True)
    expect("a cut sequence", text(screen(["a\x1b", "[3", "1mb"]).rows[0]), "ab")
    expect("a wide character", screen("日x").column, 3)
    expect("a combining mark", screen("e\u0301x").rows[0][0].text, "e\u0301")
    expect("a full row that is erased to its end", text(screen("123456789012\x1b[K").rows[0]), "12345678901")
    for output in ["\x1b[5A", "\x1b[35m", "\x1b]0;x", "\x07", "\n\n\n", "1234567890123"]:
        expect(f"refusal of {output!r}", refuses(output), True)
    expect("equal screens", spans([(0, "a"), (1, "b"), (2, "b"), (3, "a")], 4), {"a": [(0, 1), (3, 4)], "b": [(1, 3)]})
    expect("keyframes", steps([(1, 2)], 4), "0%{visibility:hidden}25%{visibility:visible}50%{visibility:hidden}")
    frames = [(0, screen("<a> & b").screen), (1, screen("c").screen)]
    picture = ElementTree.fromstring(svg(frames, [(0, ""), (1, "<")], 2, 1, "A & B", "<C>"))
    texts = ["".join(node.itertext()) for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    expect("the texts of a picture", texts, ["swift run Demo --live", "<a> & b", "c", "<"])
