"""Checks of the page: tabs, connections, keys, layout, names, and the timeline."""

import time

from app import App
from browser import Failed
from checks import check


@check("a reload of the page shows the same state")
def page_reload(app):
    app.search("the", 0.02)
    app.wait_for("#facts", "12 of 1")
    app.tab.click("#list li:nth-child(5) .open")
    app.tab.wait("document.querySelector('#similar .open')")
    before = app.titles(), app.tab.text("#detail-title"), app.requests()
    app.tab.reload()
    app.wait_for("#detail-title", before[1])
    app.tab.wait("document.querySelector('#similar .open')")
    app.expect((app.titles(), app.tab.text("#detail-title")), before[:2], "titles after the reload")
    app.expect(app.tab.js("document.querySelector('#search-text').value"), "the", "search text after the reload")
    app.expect(app.tab.text("#user-name"), app.user, "user after the reload")


@check("a lost connection is visible, is made again, and misses nothing")
def connection(app):
    app.cut()
    app.wait_for("#connection", "Not connected")
    app.search("lantern")
    time.sleep(0.5)
    app.tab.js("window.isCut = false")
    app.wait_hidden("#connection", 8)
    app.wait_for("#facts", "1 of 1 movies")
    app.expect(app.tab.js("document.querySelector('#search-text').value"), "lantern", "text typed without a connection")


@check("two tabs have two users and two states")
def two_tabs(app):
    other = App(app.browser, app.address, "Grace")
    app.tabs.append(other.tab)
    other.search("lantern")
    other.wait_for("#facts", "1 of 1 movies")
    app.tab.front()
    title = '[aria-label="Favorite: Seven Lanterns"]'
    app.tab.click(f"#list {title}")
    app.tab.wait(f"document.querySelector('#list {title}').getAttribute('aria-pressed') === 'true'")
    app.requests()
    app.expect((app.tab.text("#user-name"), len(app.titles())), (app.user, 12), "the first tab")
    hearts = other.tab.js("[...document.querySelectorAll('.heart')].map(heart => heart.ariaPressed)")
    app.expect((other.tab.text("#user-name"), hearts), ("Grace", ["false"]), "the second tab")


@check("the keyboard alone signs in, searches, opens, rates, and goes back", user=None)
def keyboard(app):
    tab = app.tab
    tab.wait("document.querySelector('#sign-in').checkVisibility()")
    tab.js("document.querySelector('#user').focus()")
    tab.key("Enter")
    tab.wait("document.querySelectorAll('#list .open').length >= 12", 8)
    app.expect(tab.focus(), "browse-title", "focus after the sign-in")
    press_until(tab, "search-text")
    tab.type("lantern", 0.02)
    app.wait_for("#facts", "1 of 1 movies")
    app.expect(tab.focus(), "search-text", "focus after the search")
    tab.key("Tab")
    card = tab.wait("document.activeElement.closest('#list .open')?.id")
    ring = tab.js("getComputedStyle(document.activeElement).outlineStyle")
    app.expect(ring, "solid", "outline of the focused card")
    tab.key("Enter")
    tab.wait("document.activeElement.id === 'detail-title'")
    app.expect(tab.js("document.querySelector('#browse').inert"), True, "the list under the details is inert")
    tab.key("Tab")
    tab.wait("document.activeElement.classList.contains('stars')")
    tab.key("ArrowRight", 3)
    tab.wait("document.activeElement.getAttribute('aria-valuetext') === '3 of 5 stars'")
    tab.wait("!document.querySelector('#hero').hasAttribute('data-unsaved')")
    app.expect(tab.js("document.activeElement.className"), "stars", "focus after the answer")
    tab.key("Escape")
    tab.wait(f"document.activeElement.id === '{card}'")
    app.expect(app.stars("#list li"), 3, "stars in the list")


@check("arrow keys and clicks reach the events of the timeline, which show values and errors")
def events(app):
    tab = app.tab
    app.requests()
    app.trouble("fail")
    tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    tab.wait("[...document.querySelectorAll('.marks button')].some(event => event.ariaLabel.includes('fail'))")
    app.expect(tab.js("document.querySelectorAll('.marks [tabindex=\"0\"]').length"), 1, "stops of the tab key")
    tab.js("document.querySelector('.marks [tabindex=\"0\"]').focus()")
    names = []
    for key in ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]:
        tab.key(key)
        time.sleep(0.15)
        names.append(tab.js("document.activeElement.ariaLabel"))
        app.wait_for("#inspected-text", "")
    app.expect(len(set(names)) > 1 and None not in names, True, f"events by arrow keys {names}")
    app.select_failure()
    tab.wait("document.querySelector('#inspected-name').textContent.includes('fail')")
    app.expect(len(tab.text("#inspected-text")) > 10, True, "text of the error")


@check("the test and the picture of the session are shown")
def copies(app):
    for name, start in [("copyTest", "@Test"), ("copyPicture", "<svg")]:
        app.tab.click(f"[data-intent*={name}]")
        app.tab.wait("document.querySelector('#copied').open")
        app.expect(start in app.tab.text("#copied-text"), True, f"{start} in the text")
        app.tab.key("Escape")
        app.tab.wait("!document.querySelector('#copied').open")
    app.tab.wait("document.querySelector('#copied-picture').naturalWidth > 100")


@check("a finger that pulls the list refreshes it")
def pull(app):
    count = app.requests()
    x, y = app.tab.center("#list-scroller")
    app.tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
    app.tab.drag(x, 320, 380)
    time.sleep(0.4)
    app.expect(app.requests(), count, "requests after a short pull")
    app.tab.drag(x, 320, 560)
    app.expect(app.requests(), count + 1, "requests after a pull")


@check("names with markup, from right to left, and with emoji are texts", user=None)
def markup(app):
    name = '<img src=x onerror="hit=1"> שלום 👩‍🚀'
    app.sign_in(name)
    app.expect(app.tab.text("#user-name"), name, "name of the user")
    app.expect(app.tab.js("document.querySelector('img[src=x]') !== null || 'hit' in window"), False, "markup")
    app.search("<b>zz</b>")
    app.wait_for("#list-empty", "“<b>zz</b>”")
    app.expect(app.tab.js("document.querySelectorAll('#list-empty b').length"), 0, "elements from the search text")


@check("nothing is cut off or moves by itself, in 360 and 1,440 pixels")
def layout(app):
    app.requests()
    app.tab.js("""window.moved = 0
        new PerformanceObserver(list => list.getEntries().forEach(entry => (moved += entry.value)))
            .observe({ type: "layout-shift" })""")
    app.trouble("fail")
    app.tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    for width in [1440, 360]:
        time.sleep(0.3)
        app.expect_whole(f"the list at {width}")
        app.tab.click("#list li:nth-child(1) .open")
        app.tab.wait("document.querySelector('#similar .open')")
        app.expect_whole(f"the details at {width}")
        app.back()
        app.expect(app.tab.js("moved < 0.01"), True, f"layout shift {app.tab.js('moved')} at {width}")
        # A new size moves everything.
        app.tab.size(360, 740)
        time.sleep(0.3)
        app.tab.js("window.moved = 0")
    app.tab.click(".halves [data-half=loads]")
    time.sleep(0.3)
    app.expect_whole("the loads at 360")
    app.tab.click(".halves [data-half=app]")
    app.tab.click("#sign-out")
    time.sleep(0.3)
    app.expect_whole("the sign-in at 360")


@check("each control has a name for screen readers, and counts and errors are announced")
def names(app):
    app.tab.click("#list li:nth-child(1) .open")
    app.tab.wait("document.querySelector('#similar .open')")
    app.tab.call("Accessibility.enable")
    nodes = app.tab.call("Accessibility.getFullAXTree")["nodes"]
    controls = {"button", "slider", "textbox", "searchbox", "table", "list", "group", "main", "region", "navigation"}
    shown = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in controls]
    app.expect(len(shown) > 25, True, f"count of controls {len(shown)}")
    nameless = [node["role"]["value"] for node in shown if not node.get("name", {}).get("value", "").strip()]
    app.expect(nameless, [], "controls without a name")
    app.tab.call("Accessibility.disable")
    app.back()
    app.search("lantern")
    app.tab.wait("document.querySelector('#polite').textContent.startsWith('1 of 1 movies')")


@check("an address without the right token explains itself", user=None)
def token(app):
    app.tab.go(app.address.split("?")[0])
    app.wait_for("#connection", "no token")
    app.tab.go(app.address.split("token=")[0] + "token=wrong")
    app.wait_for("#connection", "earlier run")


@check("an intent is visible at once: the median of 20 hearts")
def speed(app):
    app.requests()
    times = app.tab.js("""(async () => {
        const button = document.querySelector("#list .heart")
        const times = []
        for (let count = 0; count < 20; count++) {
            const start = performance.now()
            const changed = new Promise(done => {
                const observer = new MutationObserver(() => (observer.disconnect(), done()))
                observer.observe(button, { attributeFilter: ["aria-pressed"] })
            })
            button.click()
            await changed
            times.push(performance.now() - start)
            await new Promise(done => setTimeout(done, 30))
        }
        return times.sort((one, other) => one - other)
    })()""")
    app.expect(times[10] < 50, True, f"median {times[10]:.0f} ms")
    return f"{times[10]:.0f} ms"


def press_until(tab, id, limit=12):
    for _ in range(limit):
        tab.key("Tab")
        if tab.focus() == id:
            return
    raise Failed(f"the tab key does not reach {id}; the focus is on {tab.focus()}")
