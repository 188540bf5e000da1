#!/usr/bin/env python3
"""Records `Demo --live` in a terminal of 80 by 20 characters as an animated SVG.

    record.py PROGRAM FILE     runs the program, types into it, and writes the file
    record.py --check FILE     checks the terminal and the writer, and that the file is well-formed
"""

import codecs
import fcntl
import os
import pathlib
import pty
import select
import struct
import sys
import termios
import time
from xml.etree import ElementTree

from check import check
from picture import svg
from terminal import Terminal, UnknownOutput, text

COLUMNS, ROWS = 80, 20
LATENCY = 450
TITLE = "A recording of swift run Demo --live"
DESCRIPTION = (
    "A search is typed into a terminal: the search for “an” is replaced by that for “and”. Scrolling loads the next "
    "page, which fails; the rows stay, and a retry loads it. A refresh keeps the rows until a new first row arrives. "
    "Below the rows, a marble line shows the states."
)

DOWN, PAGE_DOWN, END, ENTER = "\x1b[B", "\x1b[6~", "\x1b[F", "\r"
# Seconds to wait, the bytes of the key, and the label of a key that is not visible as text.
KEYS = [
    (0.9, "a", ""), (0.16, "n", ""), (0.45, "d", ""),
    (1.7, ENTER, "Enter"),
    (0.7, PAGE_DOWN, "Page Down"), (0.5, PAGE_DOWN, "Page Down"),
    (1.1, "x", "x"), (0.8, END, "End"),
    (1.6, "t", "t"), (1.1, PAGE_DOWN, "Page Down"),
    (0.9, "g", "g"), (0.6, "i", "i"), (0.8, "r", "r"),
]
LAST = 3.0
# The texts that a recording must show, in this order.
MUST_SHOW = ["type to search", "Searching", "; scroll for more", "Loading more", "Press t to retry",
             "100 of", "Refreshing", "A new country"]


def start(program):
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm-256color"
        os.environ.pop("NO_COLOR", None)
        # The size is set before the program reads it.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execv(program, [program, "--live", "--latency", str(LATENCY)])
    return process, terminal


class Session:
    """A run of the program: its screens with their times since the first one."""

    def __init__(self, program):
        self.process, self.file = start(program)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.terminal = Terminal(COLUMNS, ROWS)
        self.origin = None
        self.frames = []
        self.keys = [(0, "")]

    @property
    def now(self):
        return time.monotonic() - self.origin

    def wait(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.file], [], [], left)[0]:
                return
            self.read()

    def read(self):
        # Output within 10 ms is one screen.
        while select.select([self.file], [], [], 0.01)[0]:
            data = os.read(self.file, 1 << 16)
            if not data:
                raise UnknownOutput("the program ended")
            self.terminal.feed(self.decoder.decode(data))
        if not self.terminal.is_open or not text(self.terminal.screen[0]):
            return
        if self.origin is None:
            self.origin = time.monotonic()
        if not self.frames or self.frames[-1][1] != self.terminal.screen:
            self.frames.append((self.now if self.frames else 0, self.terminal.screen))

    def press(self, key, label):
        # A label disappears after 0.8 s, or with the next key.
        if self.keys[-1][1] and self.now - self.keys[-1][0] > 0.8:
            self.keys.append((self.keys[-1][0] + 0.8, ""))
        self.keys.append((self.now, label))
        os.write(self.file, key.encode())

    def quit(self):
        os.write(self.file, b"\x1b[B" + b"q")
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            if select.select([self.file], [], [], 0.05)[0]:
                try:
                    os.read(self.file, 1 << 16)
                except OSError:
                    pass
        raise UnknownOutput("the program did not end after q")


def record(program):
    session = Session(program)
    deadline = time.monotonic() + 20
    while session.origin is None:
        if time.monotonic() > deadline:
            raise UnknownOutput("the program drew no screen within 20 seconds")
        session.wait(0.1)
    for seconds, key, label in KEYS:
        session.wait(seconds)
        session.press(key, label)
    session.wait(LAST)
    length = session.now
    if session.keys[-1][1]:
        session.keys.append((session.keys[-1][0] + 0.8, ""))
    status = session.quit()
    if status != 0:
        raise UnknownOutput(f"the program ended with the status {status}")
    return session.frames, session.keys, length


def require(frames):
    """Returns the times of the texts that a recording must show."""
    times, index = [], 0
    for wanted in MUST_SHOW:
        while index < len(frames) and not any(wanted in text(row) for row in frames[index][1]):
            index += 1
        if index == len(frames):
            raise UnknownOutput(f"no screen shows “{wanted}” after {times}; record again on an idle machine")
        times.append(frames[index][0])
    return times


def main(arguments):
    if arguments[:1] == ["--check"] and len(arguments) == 2:
        check()
        ElementTree.parse(arguments[1])
        print(f"ok: the terminal, the writer, and {arguments[1]}")
        return
    if len(arguments) != 2:
        sys.exit(__doc__)
    program, file = arguments
    frames, keys, length = record(program)
    times = require(frames)
    picture = svg(frames, keys, length, times[3], TITLE, DESCRIPTION)
    ElementTree.fromstring(picture)
    pathlib.Path(file).write_text(picture, encoding="utf-8")
    print(f"{file}: {len(frames)} screens in {length:.1f} s, {len(picture.encode()) // 1000} kB")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except UnknownOutput as failure:
        sys.exit(f"live-recording: {failure}")
