"""Pictures of the page, to look at."""

import pathlib
import time

from app import App
from browser import Failed


def play(app):
    """Makes a timeline that has something of everything: a replaced search, ratings, a failure, and a retry."""
    tab = app.tab
    app.search("pap", 0.03)
    app.wait_for("#facts", "1 of 1 movies")
    app.search("the", 0.03)
    app.wait_for("#facts", "12 of 1")
    app.requests()
    for card, star in [(2, 4), (3, 5)]:
        tab.click(f"#list li:nth-child({card}) .stars svg:nth-of-type({star})")
        tab.click(f"#list li:nth-child({card}) .heart")
    app.requests()
    app.trouble("fail")
    tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    app.select_failure()
    tab.wait("document.querySelector('#inspected-text').textContent.length > 10")
    # The pointer must not be over an event.
    tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)


def pictures(app, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tab = app.tab

    def take(name):
        for scheme in ["light", "dark"]:
            tab.scheme(scheme)
            time.sleep(0.25)
            file = folder / f"{name}-{scheme}.png"
            tab.picture(file)
            if file.stat().st_size < 10_000:
                raise Failed(f"{file} is empty")

    tab.wait("document.querySelector('#sign-in').checkVisibility()")
    take("1440-sign-in")
    tab.size(360, 740)
    take("360-sign-in")
    tab.size(1440, 900)
    app.sign_in("Ada Lovelace")
    play(app)
    take("1440-list")
    tab.click("#list li:nth-child(3) .open")
    tab.wait("document.querySelector('#similar .open')")
    app.requests()
    take("1440-details")
    tab.size(360, 740)
    take("360-details")
    app.back()
    take("360-list")
    tab.click(".halves [data-half=loads]")
    time.sleep(0.4)
    take("360-loads")
    tab.js("document.querySelector('#loads').scrollTo(0, 1e5)")
    take("360-loads-end")
    return f"{len(list(folder.glob('*.png')))} files"


def readme(browser, address, file):
    """Writes the picture of the README."""
    app = App(browser, address, "Ada")
    app.tab.scheme("light")
    play(app)
    app.requests()
    time.sleep(0.5)
    app.tab.picture(file)
    app.close()
    print(f"{file}: {file.stat().st_size // 1000} kB")
