// The left half: the app.

import { posterAddress } from "./connection.js"
import { $, focus, make, reconcile, say, set, showAge, text } from "./dom.js"
import { drawMovie, drawRows, frame, heart, stars, startRows, tryPostersAgain } from "./rows.js"

let [state, send] = [{}]
// A search text that was typed without a connection, the id of the element that opened the details, and a dismissed failure.
let [unsentSearch, opener, dismissed] = [null, null, null]

export function startApp(sendIntent) {
  send = sendIntent
  startRows(send, (id, from) => {
    if (state.screen.detail === null) opener = from
    send({ do: "open", id })
  })
  $("sign-in-form").addEventListener("submit", event => {
    event.preventDefault()
    send({ do: "signIn", user: $("user").value.trim() })
  })
  $("search-text").addEventListener("input", ({ target: { value } }) => {
    unsentSearch = send({ do: "search", text: value }) ? null : value
  })
  $("detail").addEventListener("keydown", event => event.key === "Escape" && send({ do: "close" }))
  $("refresh").addEventListener("click", refresh)
  $("list-scroller").addEventListener("scroll", askForMore, { passive: true })
  addEventListener("resize", askForMore)
  for (const name of ["list", "favorites"]) pullToRefresh($(`${name}-scroller`))
}

export function connectedApp() {
  if (unsentSearch !== null && send({ do: "search", text: unsentSearch })) unsentSearch = null
}

export function drawApp(all, changed) {
  const before = state
  state = { ...all }
  if (!state.screen || !state.session) return
  const { phase, user, error } = state.session
  text($("sign-in-button"), phase.endsWith("ing") ? "Signing in…" : "Sign in")
  text($("sign-in-error"), error)
  text($("user-name"), user)
  set($("user-name"), "title", user)
  const isTyping = document.activeElement === $("search-text") || unsentSearch !== null
  if (changed.searchText !== undefined && (!isTyping || phase !== "signedIn")) $("search-text").value = changed.searchText
  drawList()
  const favoriteCount = state.favorites?.value?.rows.length
  drawMovies("favorites", 3, "No favorites yet. The heart of a poster adds one.", `${favoriteCount} ${favoriteCount === 1 ? "favorite" : "favorites"}`)
  text($("favorite-count"), favoriteCount)
  if (state.screen.detail !== null) drawDetail(state.screen.detail)
  drawScreen(before.screen)
  drawNotice()
  announce(before.list)
  askForMore()
}

// MARK: Screens

function drawScreen(before) {
  const { name, detail } = state.screen
  const isIn = name !== "signIn"
  const hasFocus = document.activeElement === document.body || $("app").contains(document.activeElement)
  for (const [id, isShown] of [["sign-in", !isIn], ["browse", isIn], ["detail", isIn && detail !== null]]) $(id).hidden = !isShown
  $("browse").inert = detail !== null
  for (const screen of ["list", "favorites"]) {
    $(`${screen}-scroller`).hidden = name !== screen
    set($(`show-${screen}`), "aria-current", name === screen ? "page" : null)
  }
  $("search-text").disabled = name !== "list"
  if (!before || !hasFocus) return
  if ((before.name !== "signIn") !== isIn) focus(isIn ? $("browse-title") : $("sign-in-title"))
  else if (detail !== null && before.detail !== detail) focus($("detail-title"))
  else if (detail === null && before.detail !== null) focus($(opener) ?? $("browse-title"))
}

const refresh = () => send({ do: "refresh", what: state.screen.name })

function drawList() {
  const { value, phase } = state.list ?? {}
  drawMovies("list", 12, `No movie matches “${value?.query}”.`, `${value?.rows.length} of ${value?.total ?? "more"} movies`)
  set($("list"), "data-old", phase === "loading" && value && value.query !== state.searchText?.trim())
  const lines = { idle: ["Scroll for more"], loading: ["Loading more…"], complete: [`All ${value?.rows.length} movies`] }
  lines.failed = [`The next page failed: ${value?.appendError}`, "page"]
  drawLine($("list-end"), value?.rows.length ? lines[value.append] : [], value?.append)
}

function drawMovies(what, skeletonCount, none, found) {
  const { value, phase, error } = state[what] ?? {}
  drawRows($(what), value?.rows, phase === "loading" ? skeletonCount : 0)
  drawEmpty(what, value || phase !== "failed" ? null : error, value?.rows.length === 0 && none)
  if (state.screen.name === what) drawFacts("", what, state[what], value && found)
}

/** The line about a load: its count of rows, its state and its age, and a button that cancels it. */
function drawFacts(prefix, what, load, found) {
  const isLoading = load?.phase === "loading"
  const attempt = isLoading && load.attempt > 1 ? `attempt ${load.attempt}` : null
  const parts = [found, isLoading && (load.value ? "refreshing" : "loading"), attempt, load?.value && load.stale && "stale"]
  text($(`${prefix}facts`), parts.filter(Boolean).join(" · "))
  showAge($(`${prefix}age`), load?.value && !isLoading ? load.born : null)
  set($(`${prefix}progress`), "data-runs", isLoading)
  const cancel = $(`${prefix}cancel`)
  if (!isLoading && document.activeElement === cancel) focus($(`${prefix}refresh`))
  cancel.hidden = !isLoading
  cancel.dataset.intent = JSON.stringify({ do: "cancel", what })
}

/** The text of an empty list: an error with a retry, or the reason. */
function drawEmpty(what, error, none) {
  drawLine($(`${what}-empty`), error ? [error, what] : [none || ""], error ? "failed" : null)
  $(`${what}-empty`).hidden = !error && !none
}

/** A text, and a button that retries, if any; the button stays while it is needed. */
function drawLine(element, [line, retry], kind) {
  set(element, "data-kind", kind)
  text(element.firstElementChild, line)
  const [button, intent] = [element.querySelector("button"), JSON.stringify({ do: "retry", what: retry })]
  if (!retry) button?.remove()
  else if (!button) element.append(make("button", { type: "button", class: "chip", "data-intent": intent }, "Retry"))
}

function askForMore() {
  const [scroller, value] = [$("list-scroller"), state.list?.value]
  if (scroller.offsetParent === null || value?.append !== "idle") return
  const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
  const page = `${value.query}/${value.rows.length}`
  if (left > 500 || (askForMore.page === page && performance.now() - askForMore.time < 1000)) return
  Object.assign(askForMore, { page, time: performance.now() })
  send({ do: "more" })
}

// MARK: Details

function drawDetail(id) {
  const { value, phase, error } = state.detail ?? {}
  const shown = value?.row.id === id ? value : null
  const row = shown?.row ?? [state.list, state.favorites].flatMap(load => load?.value?.rows ?? []).find(row => row.id === id)
  const hero = $("hero")
  if (hero.dataset.id !== String(id)) {
    hero.dataset.id = id
    const title = make("h2", { id: "detail-title", tabindex: -1, dir: "auto" })
    hero.replaceChildren(frame(), make("div", {}, title, make("p", { class: "meta" }), stars(id), heart(id)))
    $("detail-scroller").scrollTop = 0
  }
  text($("detail-title"), row?.title ?? "…")
  text(hero.querySelector(".meta"), [row?.year, shown && `${shown.minutes} min`].filter(Boolean).join(" · "))
  if (row) drawMovie(hero, row)
  set($("glow"), "src", row?.poster ? posterAddress(row.poster, 0) : null)
  const isMissing = !shown && phase === "failed"
  const facts = isMissing ? [] : [["Genres", shown?.genres.join(", ")], ["Cast", shown?.cast.join(", ")]]
  reconcile($("about"), facts, fact => fact[0], fact => make("p", {}, make("b", {}, fact[0]), make("bdi")), (element, fact) => {
    text(element.lastChild, fact[1])
    set(element, "data-waits", !shown)
  })
  drawRows($("similar"), isMissing ? [] : shown?.similar, 4)
  drawEmpty("detail", isMissing ? error : null, shown?.similar.length === 0 && "No similar movies.")
  drawFacts("detail-", "detail", state.detail && { ...state.detail, value: shown })
}

// MARK: Notices

function drawNotice() {
  const { write, posters, screen } = state
  const what = screen.detail === null ? screen.name : "detail"
  const load = state[what]
  const key = `${write?.text} ${write?.error}`
  if (write?.phase !== "failed") dismissed = null
  let notice = null
  if (write?.phase === "failed" && key !== dismissed) {
    notice = [`Undone, because it was not saved: ${write.text}. ${write.error ?? ""}`, "Dismiss", () => drawNotice((dismissed = key))]
  } else if (load?.phase === "failed" && load.value) {
    notice = [`Not refreshed: ${load.error}`, "Retry", () => send({ do: "retry", what })]
  } else if (posters?.failed > 0 && what !== "signIn") {
    const again = () => send({ do: "retry", what: "posters" }) && drawApp(state, {}, tryPostersAgain())
    notice = [`${posters.failed === 1 ? "One poster" : `${posters.failed} posters`} did not load.`, "Load again", again]
  }
  if (!notice && $("notice").contains(document.activeElement)) focus($("app"))
  $("notice").hidden = !notice
  set($("app"), "data-notice", notice !== null)
  if (notice && $("notice-text").textContent !== notice[0]) say(notice[0], "assertive")
  text($("notice-text"), notice?.[0])
  text($("notice-action"), notice?.[1])
  $("notice-action").onclick = notice?.[2]
}

/** Announces counts and failures when they change. */
function announce(before) {
  const { phase, value, error } = state.list ?? {}
  if (phase === "failed" && !value && before?.phase !== "failed") say(error, "assertive")
  if (value?.append === "failed" && before?.value?.append !== "failed") say(`The next page failed: ${value.appendError}`, "assertive")
  const count = value && phase === "loaded" && `${value.rows.length} of ${value.total ?? "more"} movies${value.query && ` for ${value.query}`}`
  if (count && count !== announce.count) say((announce.count = count))
}

/** A finger that pulls beyond the first row refreshes. */
function pullToRefresh(scroller) {
  let start = null
  const pull = (event, isEnd) => {
    const distance = start === null ? 0 : Math.max(0, event.changedTouches[0].clientY - start) / 2
    if (isEnd && distance > 70) refresh()
    $("pull").style.setProperty("--pull", `${isEnd ? 0 : Math.min(distance, 90)}px`)
    set($("pull"), "data-armed", !isEnd && distance > 70)
  }
  const listen = (name, action) => scroller.addEventListener(name, action, { passive: true })
  listen("touchstart", event => (start = scroller.scrollTop > 0 ? null : event.touches[0].clientY))
  listen("touchmove", event => pull(event, false))
  listen("touchend", event => pull(event, true))
  listen("touchcancel", event => pull(event, true, (start = null)))
}
