"""The demo in a tab of the browser: signing in, counts, and what the page shows."""

import json
import time

from browser import Failed

# Keeps the sockets of a page, so that a test can cut them; while it is cut, no new one connects.
SOCKETS = """
window.sockets = []
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(window.isCut ? address.replace("/tab?", "/nowhere?") : address)
    window.sockets.push(this)
  }
}
"""
# Errors of the browser that a check causes on purpose: refused or failed requests.
EXPECTED = ("Failed to load resource: the server responded with a status of", "WebSocket connection to")
# Texts and controls that an element with hidden overflow or the edge of the window cuts off.
CUT = """
(() => {
  const isShown = element =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, .strip, [inert]")
  const cut = []
  const check = (element, box, name) => {
    if (!isShown(element)) return
    if (box.left < -1 || box.right > innerWidth + 1) cut.push(name)
    for (let parent = element; parent !== document.body; parent = parent.parentElement) {
      const style = getComputedStyle(parent)
      if (["auto", "scroll"].includes(style.overflowY)) break
      if (style.overflowX === "visible") continue
      const clip = parent.getBoundingClientRect()
      const isWide = box.left < clip.left - 1 || box.right > clip.right + 1
      const isHigh = box.top < clip.top - 2 || box.bottom > clip.bottom + 2
      if (isWide || isHigh) cut.push(`${name} (in ${parent.className || parent.localName})`)
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const [node, range] = [walker.currentNode, document.createRange()]
    range.selectNodeContents(node)
    if (node.data.trim()) check(node.parentElement, range.getBoundingClientRect(), node.data)
  }
  for (const control of document.querySelectorAll("button, input, [role=slider]")) {
    check(control, control.getBoundingClientRect(), control.ariaLabel ?? control.id ?? control.textContent)
  }
  return cut
})()
"""


class App:
    """A tab with the demo, signed in as a user unless the name is empty."""

    def __init__(self, browser, address, user):
        self.tab = browser.open(address, script=SOCKETS)
        self.browser, self.address, self.tabs, self.user = browser, address, [self.tab], user
        if user:
            self.sign_in(user)

    def sign_in(self, user):
        self.tab.wait("document.querySelector('#sign-in').checkVisibility()")
        self.tab.js("document.querySelector('#user').select(), document.querySelector('#user').focus()")
        self.tab.insert(user)
        self.tab.click("#sign-in-button")
        self.tab.wait("document.querySelectorAll('#list .open').length >= 12", 8)

    # MARK: What the page shows

    def requests(self):
        """Waits until no request is in flight, and returns the server's count of requests."""
        before, since, deadline = None, time.monotonic(), time.monotonic() + 12
        while time.monotonic() < deadline:
            now = self.tab.text("#requests"), self.tab.text("#in-flight")
            if now != before:
                before, since = now, time.monotonic()
            if now[1] == "0" and time.monotonic() - since > 0.4:
                return int(now[0])
            time.sleep(0.03)
        raise Failed(f"requests do not end: {before}")

    def titles(self, list="list"):
        return self.tab.js(f"[...document.querySelectorAll('#{list} .title')].map(title => title.textContent)")

    def facts(self):
        return self.tab.text("#facts")

    def wait_for(self, selector, contained, seconds=6):
        """Waits until the visible text of an element contains a text."""
        code = f"""(() => {{
            const element = document.querySelector({json.dumps(selector)})
            return element?.checkVisibility() && element.textContent.includes({json.dumps(contained)})
        }})()"""
        try:
            self.tab.wait(code, seconds)
        except Failed:
            raise Failed(f"{selector}: expected “{contained}”, found “{self.tab.text(selector)}”") from None

    def wait_hidden(self, selector, seconds=6):
        self.tab.wait(f"!document.querySelector({json.dumps(selector)}).checkVisibility()", seconds)

    def trouble(self, name, on=True):
        button = f"[data-trouble={name}]"
        if (self.tab.js(f"document.querySelector('{button}').getAttribute('aria-pressed')") == "true") != on:
            self.tab.click(button)
        self.tab.wait(f"document.querySelector('{button}').getAttribute('aria-pressed') === '{str(on).lower()}'")

    def search(self, text, pause=0.0):
        self.tab.click("#search-text")
        self.tab.js("document.querySelector('#search-text').select()")
        if not text:
            self.tab.key("Backspace")
        self.tab.type(text, pause)

    def scroll(self, contained, selector="#list-end", seconds=15):
        """Turns the wheel until the end of the list contains a text."""
        deadline = time.monotonic() + seconds
        while contained not in (self.tab.text(selector) or ""):
            if time.monotonic() > deadline:
                raise Failed(f"scrolling does not reach “{contained}”: {self.tab.text(selector)}")
            self.tab.wheel("#list-scroller", 900)
            time.sleep(0.05)

    def back(self):
        self.tab.click("#close")
        self.wait_hidden("#detail")

    def stars(self, element):
        return self.tab.js(f"Number(document.querySelector('{element} .stars')?.getAttribute('aria-valuenow'))")

    def wait_favorite(self, element, wanted=True):
        self.tab.wait(f"document.querySelector('{element} .heart')?.ariaPressed === '{str(wanted).lower()}'")

    def select_failure(self):
        """Clicks the newest failure of the timeline."""
        failed = "[...document.querySelectorAll('.marks button')].findLast(event => event.ariaLabel.includes('fail'))"
        self.tab.wait(f"{failed} !== undefined")
        center = "box => [box.x + box.width / 2, box.y + box.height / 2]"
        self.tab.press(*self.tab.js(f"({center})({failed}.getBoundingClientRect())"))

    def cut(self):
        """Cuts the connection, and lets no new one in."""
        self.tab.js("window.isCut = true, window.sockets.at(-1).close()")

    def expect_whole(self, place):
        self.expect(self.tab.js(CUT), [], f"texts cut off in {place}")
        wide = self.tab.js("document.documentElement.scrollWidth - innerWidth")
        self.expect(wide <= 0, True, f"nothing is wider than the page in {place}")

    def expect(self, found, wanted, name):
        if found != wanted:
            raise Failed(f"{name}: expected {wanted!r}, found {found!r}")

    def close(self):
        problems = [problem for tab in self.tabs for problem in tab.problems if not problem.startswith(EXPECTED)]
        for tab in self.tabs:
            tab.close()
        self.expect(problems, [], "errors in the console")
