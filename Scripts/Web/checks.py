"""The checks of the page, each in a tab and as a user of its own name."""

import json
import time

from app import App
from browser import Failed

CHECKS = []


def check(name, user="Ada"):
    """Registers a check, which gets the browser, the address, and a user's name that no other check has."""

    def register(function):
        CHECKS.append((name, f"{user} {len(CHECKS) + 1}" if user else "", function))
        return function

    return register


@check("quick typing is one request, slow typing is one for each pause")
def typing(app):
    before = app.requests()
    app.search("zzqx", 0.02)
    app.wait_for("#list-empty", "zzqx")
    app.expect(app.requests() - before, 1, "requests of quick typing")
    before = app.requests()
    app.search("qz", 0.9)
    app.wait_for("#list-empty", "qz")
    app.expect(app.requests() - before, 2, "requests of slow typing")


@check("a search finds rows, and an empty field finds all again")
def search(app):
    app.search("lantern")
    app.wait_for("#facts", "1 of 1 movies")
    app.expect(app.titles(), ["Seven Lanterns"], "titles")
    app.search("")
    app.wait_for("#facts", "12 of")


@check("scrolling loads the fourth page, without duplicates")
def fourth_page(app):
    app.scroll("All 40 movies")
    titles = app.titles()
    app.expect((len(titles), len(set(titles))), (40, 40), "rows and different rows")
    count = app.requests()
    app.tab.wheel("#list-scroller", 2000)
    time.sleep(0.3)
    app.expect(app.requests(), count, "requests after the last page")


@check("a failed refresh keeps the rows, and a retry removes the message")
def refresh_fails(app):
    app.requests()
    app.trouble("fail")
    app.tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    app.expect(len(app.titles()), 12, "rows after the failure")
    app.wait_for("#assertive", "Not refreshed")
    app.tab.click("#notice-action")
    app.wait_hidden("#notice")


@check("a failed first load and a failed page have a retry in their place")
def loads_fail(app):
    app.requests()
    app.trouble("fail")
    app.scroll("The next page failed")
    app.requests()
    app.tab.click("#list-end button")
    app.tab.wait("document.querySelectorAll('#list .open').length === 24")
    app.requests()
    app.trouble("fail")
    app.search("zzq")
    app.tab.wait("document.querySelector('#list-empty button')?.checkVisibility() || document.querySelector('#notice').checkVisibility()")
    app.tab.click("#list-empty button" if app.tab.js("document.querySelector('#list-empty').checkVisibility()") else "#notice-action")
    app.wait_for("#list-empty", "No movie matches")


@check("a rating is visible before the answer, and undone if it fails")
def rating(app):
    card = "#list li:nth-child(2)"
    app.requests()
    app.trouble("slow")
    app.tab.click(f"{card} .stars svg:nth-of-type(4)")
    app.tab.wait(f"document.querySelector('{card} .stars').getAttribute('aria-valuenow') === '4'", 0.5)
    app.expect(app.tab.js(f"document.querySelector('{card}').hasAttribute('data-unsaved')"), True, "marked as unsaved")
    app.trouble("slow", False)
    app.tab.wait(f"!document.querySelector('{card}').hasAttribute('data-unsaved')")
    app.expect(app.stars(card), 4, "stars after the answer")
    app.requests()
    app.trouble("fail")
    app.tab.click(f"{card} .stars svg:nth-of-type(1)")
    app.wait_for("#notice", "Undone")
    app.expect(app.stars(card), 4, "stars after the failure")
    app.tab.click("#notice-action")
    app.wait_hidden("#notice")


@check("a favorite is right in list, details and favorites")
def favorite(app):
    title = app.titles()[2]
    app.tab.click("#list li:nth-child(3) .heart")
    app.wait_favorite("#list li:nth-child(3)")
    app.tab.click("#list li:nth-child(3) .open")
    app.wait_for("#detail-title", title)
    app.wait_favorite("#hero")
    app.tab.click("#hero .stars svg:nth-of-type(5)")
    app.back()
    app.tab.click("#show-favorites")
    app.tab.wait("document.querySelector('#favorites .stars')?.getAttribute('aria-valuenow') === '5'")
    app.expect((app.titles("favorites"), app.tab.text("#favorite-count")), ([title], "1"), "favorites")
    app.tab.click("#favorites .heart")
    app.wait_for("#favorites-empty", "No favorites yet")
    app.tab.click("#show-list")
    app.wait_favorite("#list li:nth-child(3)", False)
    app.expect(app.stars("#list li:nth-child(3)"), 5, "stars in the list")


@check("a sign-out during loads leaves nothing of the first user")
def sign_out(app):
    app.tab.click("#list li:nth-child(1) .stars svg:nth-of-type(5)")
    app.tab.click("#list li:nth-child(1) .heart")
    app.wait_favorite("#list li:nth-child(1)")
    app.requests()
    app.trouble("slow")
    app.tab.click("#refresh")
    app.tab.click("#list li:nth-child(2) .stars svg:nth-of-type(3)")
    app.tab.click("#sign-out")
    app.tab.wait("document.querySelector('#sign-in').checkVisibility()")
    app.tab.js("""window.seen = [], new MutationObserver(() => {
        const rated = document.querySelectorAll("#list [data-on], #list [aria-pressed='true'], #favorites .open").length
        if (rated) seen.push(`${rated} ratings of the first user`)
        if (document.querySelector("#user-name").textContent.includes("Ada")) seen.push("the name of the first user")
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })""")
    app.trouble("slow", False)
    app.sign_in("Grace")
    app.wait_for("#user-name", "Grace")
    time.sleep(2.2)
    app.expect(app.tab.js("[...new Set(seen)]"), [], "seen after the sign-out")


@check("offline, loads fail and rows stay; online, a retry loads")
def offline(app):
    app.requests()
    app.trouble("offline")
    app.tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    app.expect(len(app.titles()), 12, "rows")
    app.tab.click("#list li:nth-child(4) .open")
    app.wait_for("#detail-empty", "Retry")
    app.trouble("offline", False)
    app.wait_for("#about", "Cast")
    app.tab.wait("!document.querySelector('#about [data-waits]')")
    app.back()
    app.wait_hidden("#notice")


@check("a failed sign-in says so, and the next one works", user=None)
def sign_in_fails(app):
    app.tab.wait("document.querySelector('#sign-in').checkVisibility()")
    app.trouble("fail")
    app.tab.click("#sign-in-button")
    app.tab.wait("document.querySelector('#sign-in-error').textContent.length > 10")
    app.sign_in("Ada")


@check("a load can be cancelled, and its rows stay")
def cancel(app):
    app.requests()
    app.trouble("slow")
    app.tab.click("#refresh")
    app.wait_for("#facts", "refreshing")
    app.tab.click("#cancel")
    app.tab.wait("!document.querySelector('#facts').textContent.includes('refreshing')", 1)
    app.expect((len(app.titles()), app.tab.focus()), (12, "refresh"), "rows and focus")


@check("posters that did not load are loaded again")
def posters(app):
    app.requests()
    app.trouble("slow")
    app.tab.js("document.querySelector('#list-scroller').scrollTo(0, 1e5)")
    app.tab.wait("document.querySelectorAll('#list .open').length === 24", 8)
    app.trouble("offline")
    app.tab.wait("document.querySelector('#list [data-poster=missing]')", 8)
    app.trouble("slow", False)
    app.trouble("offline", False)
    if app.tab.js("document.querySelector('#notice').checkVisibility()"):
        app.tab.click("#notice-action")
    app.tab.wait("!document.querySelector('#list [data-poster=missing]:has([data-path])')", 8)


@check("the age of a value continues between messages, and much later it is stale")
def age(app):
    app.requests()
    start = int(app.tab.text("#age").split()[0])
    for _ in range(4):
        app.trouble("slow")
        app.trouble("slow", False)
        time.sleep(0.5)
    app.expect(int(app.tab.text("#age").split()[0]) - start in (2, 3), True, f"age {app.tab.text('#age')} after {start} s and 2 s")
    app.tab.click("[data-intent*=later]")
    app.wait_for("#facts", "stale")


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


@check("a lost connection is visible, comes back, and misses nothing")
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
    x, y = tab.js("""(() => {
        const failed = [...document.querySelectorAll(".marks button")].findLast(event => event.ariaLabel.includes("fail"))
        const box = failed.getBoundingClientRect()
        return [box.x + box.width / 2, box.y + box.height / 2]
    })()""")
    tab.press(x, y)
    tab.wait("document.querySelector('#inspected-name').textContent.includes('fail')")
    app.expect(len(tab.text("#inspected-text")) > 10, True, "text of the error")


@check("the test and the picture of what was done are shown")
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
    app.expect(app.tab.js("document.querySelectorAll('img[src=x]').length + Number('hit' in window)"), 0, "elements from the name")
    app.search("<b>zz</b>")
    app.wait_for("#list-empty", "“<b>zz</b>”")
    app.expect(app.tab.js("document.querySelectorAll('#list-empty b').length"), 0, "elements from the search text")


@check("nothing is cut off or moves by itself, in 360 and 1,440 pixels")
def layout(app):
    app.tab.js("window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach(entry => (moved += entry.value)))"
               ".observe({ type: 'layout-shift', buffered: true })")
    app.trouble("fail")
    app.tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    for width in [1440, 360]:
        app.tab.size(width, 900 if width > 500 else 740)
        time.sleep(0.4)
        app.tab.js("window.moved = 0")
        app.expect_whole(f"the list at {width}")
        app.tab.click("#list li:nth-child(1) .open")
        app.tab.wait("document.querySelector('#similar .open')")
        app.expect_whole(f"the details at {width}")
        app.expect(app.tab.js("moved < 0.01"), True, f"layout shift {app.tab.js('moved')} at {width}")
        app.back()
    app.tab.click(".halves [data-half=loads]")
    time.sleep(0.4)
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
    controls = {"button", "slider", "textbox", "searchbox", "link", "table", "dialog", "list", "group", "main", "region", "navigation"}
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
    app.expect(times[10] < 200, True, f"median {times[10]:.0f} ms")
    return f"{times[10]:.0f} ms"


def press_until(tab, id, limit=12):
    for _ in range(limit):
        tab.key("Tab")
        if tab.focus() == id:
            return
    raise Failed(f"the tab key does not reach {id}; the focus is on {tab.focus()}")
