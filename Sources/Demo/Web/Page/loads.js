// The right half: what the loads of the app do.

import { $, focus, make, reconcile, set, showAge, text } from "./dom.js"

/** The height of a lane in a picture of the server. */
const laneHeight = 61
const columns = ["Name", "State", "Request", "Attempt", "Age", "Use"]

let [state, send] = [{}]
// The first visible lane, whether the timeline is visible, and the id of the selected event.
let [first, isVisible, selected] = [0, false, null]
// The numbers of the newest picture and of the one that is drawn.
const pictures = { newest: 0, drawn: 0 }

export function startLoads(sendIntent) {
  send = sendIntent
  $("columns").append(...columns.map(name => make("th", { role: "columnheader" }, name)))
  for (const button of document.querySelectorAll("[data-trouble]")) {
    const isOn = () => button.getAttribute("aria-pressed") === "true"
    button.addEventListener("click", () => send({ do: "make", trouble: button.dataset.trouble, on: !isOn() }))
  }
  const timeline = $("timeline")
  // The press selects: a click needs an event that stays in its place until the release.
  timeline.addEventListener("pointerdown", ({ target }) => inspect(target.closest("button")))
  timeline.addEventListener("click", ({ target, detail }) => detail === 0 && inspect(target.closest("button")))
  timeline.addEventListener("keydown", move)
  timeline.addEventListener("scroll", () => {
    const wanted = Math.round(timeline.scrollTop / laneHeight)
    if (wanted !== first) sendLanes((first = wanted))
  }, { passive: true })
  new IntersectionObserver(([entry]) => sendLanes((isVisible = entry.isIntersecting))).observe(timeline)
  new ResizeObserver(sendLanes).observe(timeline)
  document.addEventListener("visibilitychange", sendLanes)
  $("copy-again").addEventListener("click", () => copy($("copied-text").textContent))
}

const laneCount = () => Math.max(1, Math.floor(($("timeline").clientHeight - 30) / laneHeight))

/** Sends which part of the timeline is visible; the server draws no other. */
export function sendLanes() {
  clearTimeout(sendLanes.timer)
  const lanes = { do: "lanes", first, count: isVisible && !document.hidden ? laneCount() : 0, width: $("timeline").clientWidth }
  if (!("offline" in document.body.dataset)) sendLanes.timer = setTimeout(() => send(lanes), 30)
}

export function drawLoads(all, changed) {
  state = all
  if (changed.network) drawNetwork()
  if (changed.loads) drawTable()
  if (changed.timeline) drawTimeline()
  for (const part of ["name", "text"]) if (changed.inspected) text($(`inspected-${part}`), changed.inspected[part])
  if (changed.test) showCopy("The test that repeats this", changed.test, false)
  if (changed.picture) showCopy("The timeline as SVG", changed.picture, true)
}

function drawNetwork() {
  const { slow, offline, failNext, requests, inFlight } = state.network
  for (const [name, isOn] of Object.entries({ slow, offline, fail: failNext })) {
    set(document.querySelector(`[data-trouble="${name}"]`), "aria-pressed", isOn ? "true" : "false")
  }
  for (const [id, value] of [["requests", requests], ["in-flight", inFlight], ["half-count", inFlight || ""]]) text($(id), value)
  set(document.body, "data-busy", inFlight > 0)
}

function drawTable() {
  const makeRow = () => {
    const cells = columns.map((_, index) => (index ? make("td", { role: "cell" }) : make("th", { role: "rowheader" })))
    cells[0].append(make("bdi"), make("small"))
    cells[1].append(make("span", { class: "state" }))
    return make("tr", { role: "row" }, ...cells)
  }
  reconcile($("rows"), state.loads, load => load.name, makeRow, (row, load) => {
    const [name, phase, request, attempt, age, uses] = row.children
    const texts = [[name.firstChild, load.name], [name.lastChild, load.kind], [phase.firstChild, load.state], [request, load.request]]
    for (const [element, value] of [...texts, [attempt, load.attempt || ""], [uses, load.uses]]) text(element, value)
    for (const cell of [phase, request, uses]) set(cell, "title", cell.textContent)
    showAge(age, load.born)
    set(row, "data-phase", load.phase)
  })
}

// MARK: Timeline

/** Draws the picture of the server as an image, in which nothing can run, and buttons over its events. */
async function drawTimeline() {
  const { svg, lanes, first: top, events } = state.timeline
  const isEmpty = !events?.length && !top
  $("timeline-hint").hidden = !isEmpty
  $("lanes").hidden = isEmpty
  if (!svg || isEmpty) return
  const number = (pictures.newest += 1)
  const image = Object.assign(new Image(), { alt: "", src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) })
  await image.decode().catch(() => null)
  URL.revokeObjectURL(image.src)
  if (number < pictures.drawn) return
  pictures.drawn = number
  const stage = $("stage")
  if (stage.firstChild) stage.firstChild.replaceWith(image)
  else stage.append(image, make("div", { class: "marks" }))
  // The picture has the visible lanes; scrolling requests others.
  const hidden = Math.max(0, lanes - laneCount())
  $("lanes").style.height = `${$("timeline").clientHeight + hidden * laneHeight}px`
  text($("lanes-shown"), hidden ? `lanes ${top + 1} to ${Math.min(lanes, top + laneCount())} of ${lanes}` : "")
  const shown = [...events].sort((one, other) => one.lane - other.lane || one.x - other.x)
  reconcile(stage.lastChild, shown, event => event.id, () => make("button", { type: "button" }), (button, event) => {
    Object.assign(button.style, { left: `${event.x}px`, top: `${event.y}px`, width: `${Math.max(24, event.width ?? 26)}px` })
    Object.assign(button.dataset, { lane: event.lane, x: event.x })
    set(button, "aria-label", event.name)
    set(button, "title", event.name)
    set(button, "aria-current", event.id === selected ? "true" : null)
  })
  keepOneStop()
}

/** Only one event is a stop of the tab key; arrow keys move between events. */
function keepOneStop(wanted) {
  const buttons = [...$("stage").lastChild.children]
  const focused = buttons.find(button => button === document.activeElement)
  const stop = wanted ?? focused ?? buttons.find(button => button.getAttribute("tabindex") === "0") ?? buttons.at(-1)
  for (const button of buttons) set(button, "tabindex", button === stop ? 0 : -1)
}

function move(event) {
  const from = event.target.closest(".marks button")
  const [axis, sign] = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowUp: ["lane", -1], ArrowDown: ["lane", 1] }[event.key] ?? []
  if (!from || !axis) return
  event.preventDefault()
  const offset = (button, axis) => button.dataset[axis] - from.dataset[axis]
  const distance = button => Math.abs(offset(button, "x")) + 1e5 * Math.abs(offset(button, "lane"))
  const isAhead = button => sign * offset(button, axis) > 0 && (axis === "lane" || offset(button, "lane") === 0)
  const [to] = [...from.parentElement.children].filter(isAhead).sort((one, other) => distance(one) - distance(other))
  if (!to) return axis === "lane" && $("timeline").scrollBy(0, sign * laneHeight)
  keepOneStop(to)
  focus(to)
  inspect(to)
}

function inspect(button) {
  const event = button && state.timeline.events.find(event => String(event.id) === button.dataset.key)
  if (!event) return
  selected = event.id
  for (const other of button.parentElement.children) set(other, "aria-current", other === button ? "true" : null)
  send({ do: "inspect", event: selected })
}

// MARK: Copies

async function copy(content) {
  const isCopied = await navigator.clipboard?.writeText(content).then(() => true, () => false)
  text($("copied-status"), isCopied ? "Copied to the clipboard." : "Select the text to copy it.")
}

function showCopy(title, content, isPicture) {
  text($("copied-title"), title)
  text($("copied-text"), content)
  $("copied-text").hidden = isPicture
  $("sheet").hidden = !isPicture
  if (isPicture) $("copied-picture").src = URL.createObjectURL(new Blob([content], { type: "image/svg+xml" }))
  if (!$("copied").open) $("copied").showModal()
  copy(content)
}
