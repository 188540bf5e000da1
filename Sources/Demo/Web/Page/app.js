// The left half: the app.

import { posterAddress } from "./connection.js"
import { $, age, focus, icon, make, reconcile, say, set, text } from "./dom.js"

let state = {}
let send
let posterTry = 0
/** A search text that was typed without a connection. */
let unsentSearch = null
let dismissed = null
let opener = null

export function startApp(sendIntent) {
  send = sendIntent
  $("sign-in-form").addEventListener("submit", event => {
    event.preventDefault()
    const user = $("user").value.trim()
    if (user) send({ do: "signIn", user })
    else focus($("user"))
  })
  $("sign-out").addEventListener("click", () => send({ do: "signOut" }))
  $("show-list").addEventListener("click", () => send({ do: "show", screen: "list" }))
  $("show-favorites").addEventListener("click", () => send({ do: "show", screen: "favorites" }))
  $("refresh-button").addEventListener("click", refresh)
  $("search-text").addEventListener("input", () => {
    const typed = $("search-text").value
    unsentSearch = send({ do: "search", text: typed }) ? null : typed
  })
  $("close").addEventListener("click", close)
  $("detail").addEventListener("keydown", event => event.key === "Escape" && close())
  $("detail-refresh").addEventListener("click", () => send({ do: "refresh", what: "detail" }))
  $("list-scroller").addEventListener("scroll", askForMore, { passive: true })
  addEventListener("resize", askForMore)
  pullToRefresh($("list-scroller"))
  pullToRefresh($("favorites-scroller"))
}

export function connectedApp() {
  if (unsentSearch !== null && send({ do: "search", text: unsentSearch })) unsentSearch = null
}

export function drawApp(all, changed) {
  const before = { ...state }
  state = all
  drawSession(before)
  if (!state.screen) return
  if (changed.searchText !== undefined && unsentSearch === null && document.activeElement !== $("search-text")) {
    $("search-text").value = state.searchText ?? ""
  }
  if (!state.searchText && before.searchText && state.session?.phase !== "signedIn") $("search-text").value = ""
  if (changed.list || changed.screen) drawList()
  if (changed.favorites || changed.screen || changed.session) drawFavorites()
  if ("detail" in changed || changed.screen) drawDetail()
  drawScreen(before)
  drawNotice()
  announce(before)
  askForMore()
}

// MARK: Screens

function drawSession() {
  const { phase, user, error } = state.session ?? {}
  const isBusy = phase === "signingIn" || phase === "signingOut"
  set($("sign-in-button"), "aria-busy", isBusy ? "true" : null)
  text($("sign-in-button"), isBusy ? "Signing in…" : "Sign in")
  text($("sign-in-error"), error)
  text($("user-name"), user)
}

function drawScreen(before) {
  const { name, detail } = state.screen
  const isIn = name !== "signIn"
  const shows = { "sign-in": !isIn, browse: isIn, detail: isIn && detail !== null }
  const hadFocus = $("app").contains(document.activeElement) || document.activeElement === document.body
  for (const [id, isShown] of Object.entries(shows)) $(id).hidden = !isShown
  $("browse").inert = shows.detail
  for (const screen of ["list", "favorites"]) {
    $(`${screen}-scroller`).hidden = name !== screen
    set($(`show-${screen}`), "aria-current", name === screen ? "page" : null)
  }
  set($("search-field"), "data-idle", name !== "list")
  $("search-text").disabled = name !== "list"
  if (!before.screen || !hadFocus) return
  if ((before.screen.name !== "signIn") !== isIn) focus(isIn ? $("browse-title") : $("sign-in-title"))
  else if (shows.detail && before.screen.detail !== detail) focus($("detail-title"))
  else if (!shows.detail && before.screen.detail !== null) focus($(opener) ?? $("browse-title"))
}

function open(id, from) {
  if (state.screen.detail === null) opener = from
  send({ do: "open", id })
}

const close = () => send({ do: "close" })

const refresh = () => send({ do: "refresh", what: state.screen?.name === "favorites" ? "favorites" : "list" })

// MARK: List

function drawList() {
  const { value, phase, error } = state.list ?? {}
  const isWaiting = !value && phase === "loading"
  const rows = value?.rows ?? (isWaiting ? skeletons : [])
  reconcile($("list"), rows, row => row.id, row => card("list", row), drawCard)
  set($("list"), "aria-busy", phase === "loading" ? "true" : null)
  set($("list"), "data-old", value && value.query !== (state.searchText ?? "").trim() && phase === "loading")
  drawEmpty("list", !value && phase === "failed" ? error : null, value?.rows.length === 0 ? `No movie matches “${value.query}”.` : null)
  const end = {
    idle: ["Scroll for more"], loading: ["Loading more…"], complete: [`All ${value?.rows.length} movies`],
    failed: [`The next page failed: ${value?.appendError}`, ["Retry", () => send({ do: "retry", what: "page" })]],
  }
  drawLine($("list-end"), value?.rows.length ? end[value.append] : [], value?.append)
  if (state.screen?.name === "list") drawFacts(state.list, value && `${value.rows.length} of ${value.total ?? "more"} movies`)
}

function drawFavorites() {
  const { value, phase, error } = state.favorites ?? {}
  const rows = value?.rows ?? (phase === "loading" ? skeletons.slice(0, 3) : [])
  reconcile($("favorites"), rows, row => row.id, row => card("favorites", row), drawCard)
  text($("favorite-count"), value?.rows.length)
  const none = value?.rows.length === 0 ? "No favorites yet. A heart on a poster adds one." : null
  drawEmpty("favorites", !value && phase === "failed" ? error : null, none)
  if (state.screen?.name === "favorites") drawFacts(state.favorites, value && `${value.rows.length} favorites`)
}

function drawFacts(load, found) {
  const waits = load?.phase === "loading" ? (load.value ? "refreshing" : "Loading…") : null
  const parts = [found, waits, load?.stale ? "stale" : null, load?.attempt > 1 ? `attempt ${load.attempt}` : null]
  text($("facts"), parts.filter(Boolean).join(" · "))
  age($("facts-age"), load?.value ? load.age : null)
  set($("progress"), "data-runs", load?.phase === "loading")
}

/** The place of rows: an error with a retry, or why there are none. */
function drawEmpty(what, error, none) {
  const retry = ["Retry", () => send({ do: "retry", what })]
  drawLine($(`${what}-empty`), error ? [error, retry] : none ? [none] : [], error ? "failed" : "none")
  $(`${what}-empty`).hidden = !error && !none
}

/** A text with a button, if any; the button stays while its text is the same. */
function drawLine(element, [line, action], kind) {
  set(element, "data-kind", kind ?? null)
  if (!element.firstChild) element.append(make("p"))
  text(element.firstChild, line)
  const old = element.querySelector("button")
  if (!action) return old?.remove()
  if (old) return
  element.append(make("button", { type: "button", class: "chip", onclick: action[1] }, action[0]))
}

function askForMore() {
  const scroller = $("list-scroller")
  if (scroller.hidden || $("browse").hidden || state.list?.value?.append !== "idle") return
  const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
  const page = `${state.list.value.query}/${state.list.value.rows.length}`
  if (left > 500 || (askForMore.page === page && performance.now() - askForMore.time < 1000)) return
  Object.assign(askForMore, { page, time: performance.now() })
  send({ do: "more" })
}

// MARK: Rows

const skeletons = Array.from({ length: 12 }, (_, index) => ({ id: `skeleton-${index}` }))

function card(prefix, { id, title }) {
  if (title === undefined) {
    return make("li", { class: "card skeleton", "aria-hidden": "true" }, make("div", { class: "frame" }), make("span", { class: "title" }))
  }
  const name = `${prefix}-${id}`
  const opens = make(
    "button", { class: "open", type: "button", id: name, onclick: () => open(id, name) },
    frame(), make("bdi", { class: "title" }), make("span", { class: "year" }),
  )
  return make("li", { class: "card" }, opens, heart(id), stars(id))
}

function drawCard(element, row) {
  if (row.title === undefined) return
  drawPoster(element.querySelector(".frame"), row)
  text(element.querySelector(".title"), row.title)
  text(element.querySelector(".year"), row.year)
  drawRating(element, row)
}

function frame() {
  const image = make("img", { alt: "", width: 342, height: 513, loading: "lazy", decoding: "async" })
  image.addEventListener("load", () => (image.parentElement.dataset.poster = "ready"))
  image.addEventListener("error", () => (image.parentElement.dataset.poster = "missing"))
  return make("span", { class: "frame" }, make("span", { class: "letter" }), image)
}

function drawPoster(element, row) {
  text(element.querySelector(".letter"), [...row.title][0])
  const image = element.querySelector("img")
  const isMissing = element.dataset.poster === "missing"
  if (!row.poster || image.dataset.path === row.poster && !(isMissing && image.dataset.try !== String(posterTry))) return
  image.dataset.path = row.poster
  image.dataset.try = posterTry
  delete element.dataset.poster
  image.src = posterAddress(row.poster, isMissing ? posterTry : 0)
}

function heart(id) {
  const button = make("button", { class: "heart", type: "button" }, icon("heart"))
  button.addEventListener("click", () => send({ do: "favorite", id, on: button.getAttribute("aria-pressed") !== "true" }))
  return button
}

/** Five stars as one slider: arrow keys change it, a click on the last star removes the rating. */
function stars(id) {
  const slider = make(
    "div", { class: "stars", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 5 },
    ...Array.from({ length: 5 }, () => icon("star")),
  )
  const current = () => Number(slider.getAttribute("aria-valuenow"))
  const rate = number => number !== current() && number >= 0 && number <= 5 && send({ do: "rate", id, stars: number })
  slider.addEventListener("click", event => {
    const number = [...slider.children].findIndex(star => star.contains(event.target)) + 1
    if (number > 0) rate(number === current() ? 0 : number)
  })
  slider.addEventListener("keydown", event => {
    const steps = { ArrowRight: current() + 1, ArrowUp: current() + 1, ArrowLeft: current() - 1, ArrowDown: current() - 1 }
    const number = { ...steps, Home: 0, End: 5 }[event.key] ?? (/^[0-5]$/.test(event.key) ? Number(event.key) : null)
    if (number === null) return
    event.preventDefault()
    rate(number)
  })
  return slider
}

function drawRating(element, row) {
  const [heart, slider] = [element.querySelector(".heart"), element.querySelector(".stars")]
  set(heart, "aria-pressed", row.favorite ? "true" : "false")
  set(heart, "aria-label", `Favorite: ${row.title}`)
  set(slider, "aria-valuenow", row.stars)
  set(slider, "aria-valuetext", row.stars ? `${row.stars} of 5 stars` : "not rated")
  set(slider, "aria-label", `Your rating of ${row.title}`)
  ;[...slider.children].forEach((star, index) => set(star, "data-on", index < row.stars))
  set(element, "data-unsaved", row.unsaved)
}

// MARK: Details

function drawDetail() {
  const id = state.screen.detail
  if (id === null) return
  const { value, phase, error, stale, age: seconds, attempt } = state.detail ?? {}
  const shown = value && String(value.row.id) === String(id) ? value : null
  const known = [...(state.list?.value?.rows ?? []), ...(state.favorites?.value?.rows ?? [])]
  const row = shown?.row ?? known.find(row => String(row.id) === String(id))
  if ($("hero").dataset.key !== String(id)) {
    $("hero").dataset.key = id
    $("hero").replaceChildren(
      make("img", { class: "glow", alt: "" }), frame(),
      make("div", {}, make("h2", { id: "detail-title", tabindex: -1, dir: "auto" }), make("p", { class: "meta" }), stars(id), heart(id)),
    )
    $("detail-scroller").scrollTop = 0
  }
  const hero = $("hero")
  text($("detail-title"), row?.title ?? "Loading…")
  text(hero.querySelector(".meta"), [row?.year, shown && `${shown.minutes} min`].filter(Boolean).join(" · "))
  if (row) drawPoster(hero.querySelector(".frame"), row)
  if (row?.poster) set(hero.querySelector(".glow"), "src", posterAddress(row.poster, 0))
  if (row) drawRating(hero, row)
  const facts = shown ? [["Genres", shown.genres.join(", ")], ["Cast", shown.cast.join(", ")]] : phase === "failed" ? [] : [["Genres", ""], ["Cast", ""]]
  reconcile($("about"), facts, fact => fact[0], fact => make("p", {}, make("b", {}, fact[0]), make("bdi")), (element, fact) => {
    text(element.lastChild, fact[1])
    set(element, "data-waits", !shown)
  })
  const similar = shown?.similar ?? (phase === "failed" ? [] : skeletons.slice(0, 4))
  reconcile($("similar"), similar, row => row.id, row => card("similar", row), drawCard)
  drawEmpty("detail", phase === "failed" && !shown ? error : null, shown?.similar.length === 0 ? "No similar movies." : null)
  const parts = [phase === "loading" ? (shown ? "refreshing" : "Loading…") : null, stale ? "stale" : null, attempt > 1 ? `attempt ${attempt}` : null]
  text($("detail-facts"), parts.filter(Boolean).join(" · "))
  age($("detail-age"), shown ? seconds : null)
  set($("detail-progress"), "data-runs", phase === "loading")
}

// MARK: Notices

function drawNotice() {
  const { write, list, favorites, detail, posters, screen } = state
  const failed = { list, favorites, detail: screen.detail === null ? null : detail }
  const what = screen.detail !== null ? "detail" : screen.name
  const load = failed[what]
  let notice = null
  const key = write && `${write.text} ${write.error}`
  if (write?.phase === "failed" && key !== dismissed) {
    notice = [`Not saved, so undone: ${write.text}. ${write.error ?? ""}`, "Dismiss", () => ((dismissed = key), drawNotice())]
  } else if (load?.phase === "failed" && load.value) {
    notice = [`Not refreshed: ${load.error}`, "Retry", () => send({ do: "retry", what })]
  } else if (posters?.failed > 0 && screen.name !== "signIn") {
    notice = [`${posters.failed} ${posters.failed === 1 ? "poster" : "posters"} did not load.`, "Load again", loadPostersAgain]
  }
  if (write?.phase !== "failed") dismissed = null
  if (!notice && $("notice").contains(document.activeElement)) focus($("app"))
  $("notice").hidden = !notice
  set($("app"), "data-notice", notice !== null)
  if (!notice) return text($("notice-text"), "")
  if ($("notice-text").textContent !== notice[0]) say(notice[0], "assertive")
  text($("notice-text"), notice[0])
  text($("notice-action"), notice[1])
  $("notice-action").onclick = notice[2]
}

function loadPostersAgain() {
  if (!send({ do: "retry", what: "posters" })) return
  posterTry += 1
  drawList()
  drawFavorites()
  drawDetail()
}

/** Counts and failures for screen readers, when they change. */
function announce(before) {
  const list = state.list
  if (list?.phase === "failed" && !list.value && before.list?.phase !== "failed") say(list.error, "assertive")
  const isShown = state.screen.name === "list" && list?.value && list.phase === "loaded"
  const count = isShown && `${list.value.rows.length} of ${list.value.total ?? "more"} movies for “${list.value.query}”`
  if (count && count !== announce.count) say(count.replace(" for “”", ""))
  announce.count = count || announce.count
  if (list?.value?.append === "failed" && before.list?.value?.append !== "failed") say(`The next page failed: ${list.value.appendError}`, "assertive")
}

/** A finger or a wheel that pulls beyond the first row refreshes. */
function pullToRefresh(scroller) {
  let start = null
  let distance = 0
  const draw = () => {
    $("pull").style.setProperty("--pull", `${Math.min(distance, 90)}px`)
    set($("pull"), "data-armed", distance > 70)
  }
  scroller.addEventListener("touchstart", event => (start = scroller.scrollTop <= 0 ? event.touches[0].clientY : null), { passive: true })
  scroller.addEventListener("touchmove", event => {
    if (start === null) return
    distance = Math.max(0, (event.touches[0].clientY - start) / 2)
    draw()
  }, { passive: true })
  for (const name of ["touchend", "touchcancel"]) {
    scroller.addEventListener(name, () => {
      if (start !== null && name === "touchend" && distance > 70) refresh()
      ;[start, distance] = [null, 0]
      draw()
    })
  }
}
