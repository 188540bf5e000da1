"""Checks of the app: lists, details, writes, and their failures."""

import time

from checks import check


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
    app.wait_for("#list-empty", "Retry")
    app.tab.click("#list-empty button")
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
    after = int(app.tab.text("#age").split()[0])
    app.expect(after - start in (2, 3), True, f"an age of {after} s, 2 s after an age of {start} s")
    app.tab.click("[data-intent*=later]")
    app.wait_for("#facts", "stale")
