"""A headless Chromium, driven by the DevTools protocol over a pipe, and its tabs."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time


class Failed(Exception):
    """A check that does not hold, or a browser that does not answer."""


KEYS = {
    "Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "Backspace": (8, ""), " ": (32, " "),
    "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""),
}


class Browser:
    """A process of Chromium; messages end with a zero byte on its file descriptors 3 and 4."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="web-test-")
        (theirs_in, self.output), (self.input, theirs_out) = os.pipe(), os.pipe()
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--remote-debugging-pipe", "--force-color-profile=srgb", "--hide-scrollbars",
            f"--user-data-dir={self.folder}",
        ]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "_", program, *options, "about:blank"],
            pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.number, self.buffer, self.tabs = 0, b"", {}

    def call(self, method, session=None, timeout=20, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        number, deadline = self.number, time.monotonic() + timeout
        while True:
            answer = self.receive(deadline, method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self, deadline, method):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                raise Failed(f"the browser did not answer {method}")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise Failed(f"the browser ended during {method}")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(line)
        tab = self.tabs.get(message.get("sessionId"))
        if tab and "method" in message:
            tab.event(message["method"], message["params"])
        return message

    def open(self, address, width=1440, height=900, script=""):
        return Tab(self, address, width, height, script)

    def close(self):
        try:
            self.call("Browser.close", timeout=5)
        except (Failed, OSError):
            pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Tab:
    """A page of the browser, with real input events."""

    def __init__(self, browser, address, width, height, script):
        self.browser, self.problems, self.addresses = browser, [], []
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.tabs[self.session] = self
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")
        self.size(width, height)
        self.scheme("light")
        if script:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.go(address)

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def event(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        if method == "Network.requestWillBeSent":
            self.addresses.append(parameters["request"]["url"])
        if method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")

    def go(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def reload(self):
        self.js("window.isOld = true")
        self.call("Page.reload")
        self.wait("!window.isOld && document.readyState === 'complete'")

    def front(self):
        self.call("Page.bringToFront")

    def size(self, width, height):
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        self.call("Emulation.setDeviceMetricsOverride", mobile=False, **size)

    def scheme(self, name):
        """Sets the colors; nothing moves, so that a click reaches the place that was measured."""
        media = {"prefers-color-scheme": name, "prefers-reduced-motion": "reduce"}
        features = [{"name": key, "value": value} for key, value in media.items()]
        self.call("Emulation.setEmulatedMedia", features=features)

    def js(self, code):
        answer = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise Failed(f"{code}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def wait(self, code, seconds=5):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + seconds
        while True:
            value = self.js(f"(value => value instanceof Node ? true : value)({code})")
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failed(f"not within {seconds} s: {code}")
            time.sleep(0.02)

    def text(self, selector):
        return self.js(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def center(self, selector, seconds=2):
        """Scrolls to an element, and returns its center as soon as it rests there and the pointer reaches it."""
        deadline, before = time.monotonic() + seconds, None
        while True:
            try:
                center = self.reach(selector)
                if center == before:
                    return center
                before = center
            except Failed:
                if time.monotonic() > deadline:
                    raise
            if time.monotonic() > deadline:
                raise Failed(f"{selector} does not rest")
            time.sleep(0.03)

    def reach(self, selector):
        box = self.js(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)})
            if (!element) return null
            element.scrollIntoView({{ block: "nearest", inline: "nearest" }})
            const box = element.getBoundingClientRect()
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
            const hit = document.elementFromPoint(x, y)
            return {{ x, y, isHit: element.contains(hit), hit: hit?.outerHTML.slice(0, 120) }}
        }})()""")
        if not box:
            raise Failed(f"no element {selector}")
        if not box["isHit"]:
            raise Failed(f"{selector} is covered by {box['hit']}")
        return box["x"], box["y"]

    def click(self, selector):
        self.press(*self.center(selector))

    def press(self, x, y):
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def wheel(self, selector, distance):
        x, y = self.js(f"""(() => {{
            const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect()
            return [box.x + box.width / 2, box.y + box.height / 2]
        }})()""")
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=distance)

    def drag(self, x, start, end, steps=8):
        """A finger that moves down or up."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": start}])
        for step in range(1, steps + 1):
            y = start + (end - start) * step / steps
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, name, times=1):
        code, text = KEYS.get(name, (ord(name[0].upper()), name))
        for _ in range(times):
            extra = {"text": text} if text else {}
            down = "keyDown" if text else "rawKeyDown"
            for kind, more in [(down, extra), ("keyUp", {})]:
                self.call("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code, **more)

    def type(self, text, pause=0.0):
        for letter in text:
            self.key(letter)
            time.sleep(pause)

    def insert(self, text):
        """Inserts a text of any characters, as an input method does."""
        self.call("Input.insertText", text=text)

    def focus(self):
        """The id of the focused element, or its class."""
        return self.js("document.activeElement.id || document.activeElement.className")

    def picture(self, file):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
