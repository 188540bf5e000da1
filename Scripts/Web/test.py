#!/usr/bin/env python3
"""Tests the demo in a headless Chromium.

    test.py CHROMIUM FOLDER COMMAND…            runs all checks, and writes pictures into the folder
    test.py --picture CHROMIUM FILE COMMAND…    writes the picture of the README

The command starts the server. With ONLY=text, only the checks run whose names contain the text.
"""

import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

# These register their checks.
import app_checks  # noqa: F401
import page_checks  # noqa: F401
from app import App
from browser import Browser, Failed
from checks import CHECKS
from pictures import pictures, readme


# Checks run in as many browsers at a time.
BROWSERS = 2


class Server:
    """The process of the demo; its first line with an address is that of the page."""

    def __init__(self, command):
        self.home = tempfile.TemporaryDirectory()
        environment = {**os.environ, "HOME": self.home.name}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment)
        deadline, output = time.monotonic() + 20, b""
        while not (found := re.search(rb"http://127\.0\.0\.1:\d+/\?token=\S+", output)):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                self.process.kill()
                raise Failed(f"{command[0]} printed no address: {output.decode()}")
            data = os.read(self.process.stdout.fileno(), 4096)
            if not data:
                raise Failed(f"{command[0]} ended: {output.decode()}")
            output += data
        self.address = found[0].decode()

    def close(self):
        """Ends the server as Ctrl-C does, and returns its exit status."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def run(name, body):
    """Runs a check, prints its line, and returns whether it passed."""
    began = time.monotonic()
    try:
        detail = body()
        print(f"ok      {time.monotonic() - began:4.1f} s  {name}{f': {detail}' if detail else ''}", flush=True)
        return True
    except Failed as failure:
        print(f"FAILED  {time.monotonic() - began:4.1f} s  {name}: {failure}", flush=True)
        return False


def in_app(browser, address, user, function, addresses):
    app = App(browser, address, user)
    try:
        detail = function(app)
    except Failed:
        for tab in app.tabs:
            tab.close()
        raise
    addresses.update(address for tab in app.tabs for address in tab.addresses)
    app.close()
    return detail


def expect_own(addresses, address):
    origin = address.split("?")[0]
    own = (origin, "ws" + origin[4:], "blob:" + origin, "data:", "about:")
    foreign = sorted(one for one in addresses if not one.startswith(own))
    if foreign or len(addresses) < 10:
        raise Failed(f"other addresses: {foreign}")
    return f"{len(addresses)} addresses"


def end(server):
    if (status := server.close()) != 0:
        raise Failed(f"the exit status is {status}")


def main(arguments):
    is_picture = arguments[:1] == ["--picture"]
    arguments = arguments[is_picture:]
    if len(arguments) < 3:
        sys.exit(__doc__)
    program, target, *command = arguments
    server, began = Server(command), time.monotonic()
    browsers, local, addresses, only = [], threading.local(), set(), os.environ.get("ONLY", "")

    def browser():
        if not hasattr(local, "browser"):
            local.browser = Browser(program)
            browsers.append(local.browser)
        return local.browser

    def perform(check):
        name, user, function = check
        return run(name, lambda: in_app(browser(), server.address, user, function, addresses))

    try:
        if is_picture:
            return readme(browser(), server.address, pathlib.Path(target))
        take = ("pictures, light and dark, in 360 and 1,440 pixels", "", lambda app: pictures(app, target))
        with ThreadPoolExecutor(BROWSERS) as pool:
            results = list(pool.map(perform, [check for check in [take, *CHECKS] if only in check[0]]))
        if not only:
            foreign = "the page requests nothing from elsewhere"
            results.append(run(foreign, lambda: expect_own(addresses, server.address)))
            results.append(run("Ctrl-C ends the server", lambda: end(server)))
    finally:
        for one in browsers:
            one.close()
        if server.process.poll() is None:
            server.close()
    counts = f"{len(results)} checks, {results.count(False)} failed"
    print(f"{counts}, in {time.monotonic() - began:.0f} s; pictures are in {target}")
    if not all(results):
        sys.exit(1)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Failed as failure:
        sys.exit(f"web: {failure}")
