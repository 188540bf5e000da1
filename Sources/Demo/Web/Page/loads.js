// The right half: what the loads of the app do.

import { $, focus, make, reconcile, set, showAge, text } from "./dom.js"

let state = {}
let send
let first = 0
let isVisible = false
let selected = null
let drawn = 0
/** The height of a lane in a picture of the server. */
const laneHeight = 61

export function startLoads(sendIntent) {
  send = sendIntent
  for (const button of document.querySelectorAll("[data-trouble]")) {
    button.addEventListener("click", () => {
      send({ do: "make", trouble: button.dataset.trouble, on: button.getAttribute("aria-pressed") !== "true" })
    })
  }
  $("timeline").addEventListener("scroll", () => {
    const wanted = Math.round($("timeline").scrollTop / laneHeight)
    if (wanted === first) return
    first = wanted
    sendLanes()
  }, { passive: true })
  $("copy-again").addEventListener("click", () => copy($("copied-text").textContent))
  $("timeline").addEventListener("pointerdown", event => inspect(event.target.closest("button")))
  $("timeline").addEventListener("click", event => event.detail === 0 && inspect(event.target.closest("button")))
  $("timeline").addEventListener("keydown", move)
  new IntersectionObserver(([entry]) => {
    isVisible = entry.isIntersecting
    sendLanes()
  }).observe($("timeline"))
  new ResizeObserver(() => sendLanes()).observe($("timeline"))
}

const laneCount = () => Math.max(1, Math.floor(($("timeline").clientHeight - 30) / laneHeight))

/** Says which part of the timeline is visible, so that only that is drawn. */
export function sendLanes() {
  clearTimeout(sendLanes.timer)
  const lanes = { do: "lanes", first, count: isVisible ? laneCount() : 0, width: $("timeline").clientWidth }
  if (!document.body.hasAttribute("data-offline")) sendLanes.timer = setTimeout(() => send(lanes), 30)
}

export function drawLoads(all, changed) {
  state = all
  if (changed.network) drawNetwork()
  if (changed.loads) drawTable()
  if (changed.timeline) drawTimeline()
  if (changed.inspected) drawInspected()
  if (changed.test) showCopy("The test that repeats this", changed.test)
  if (changed.picture) showCopy("The timeline as SVG", changed.picture, true)
}

function drawNetwork() {
  const { slow, offline, failNext, requests, inFlight } = state.network
  for (const [name, isOn] of Object.entries({ slow, offline, fail: failNext })) {
    set(document.querySelector(`[data-trouble="${name}"]`), "aria-pressed", isOn ? "true" : "false")
  }
  text($("requests"), requests)
  text($("in-flight"), inFlight)
  text($("half-count"), inFlight || "")
  set(document.body, "data-busy", inFlight > 0)
}

// MARK: Table

function drawTable() {
  reconcile($("rows"), state.loads, load => load.name, makeRow, (row, load) => {
    const [name, phase, request, attempt, born, uses] = row.children
    text(name.firstChild, load.name)
    text(name.lastChild, load.kind)
    text(phase.firstChild, load.state)
    text(request, load.request)
    text(attempt, load.attempt > 0 ? load.attempt : "")
    showAge(born, load.age)
    text(uses, load.uses)
    if (row.dataset.phase && row.dataset.phase !== load.phase) row.animate?.([{ opacity: 0.5 }, { opacity: 1 }], 300)
    set(row, "data-phase", load.phase)
  })
}

function makeRow() {
  const cell = (name, label, ...children) => make(name, { role: name === "th" ? "rowheader" : "cell", "data-label": label }, ...children)
  return make(
    "tr", { role: "row" }, cell("th", "Name", make("bdi"), make("small")), cell("td", "State", make("span", { class: "state" })),
    cell("td", "Request"), cell("td", "Attempt"), cell("td", "Age"), cell("td", "In use by"),
  )
}

// MARK: Timeline

/** Draws the picture of the server as an image, in which nothing can run, and buttons over its events. */
async function drawTimeline() {
  const { svg, lanes, first: top, events } = state.timeline ?? {}
  const isEmpty = !(events?.length > 0) && top === 0
  $("timeline-hint").hidden = !isEmpty
  $("lanes").hidden = isEmpty
  if (!svg || isEmpty) return
  const number = (drawTimeline.number = (drawTimeline.number ?? 0) + 1)
  const image = Object.assign(new Image(), { alt: "", src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) })
  await image.decode().catch(() => null)
  URL.revokeObjectURL(image.src)
  // A newer picture is already drawn.
  if (number < drawn) return
  drawn = number
  const stage = $("stage")
  if (stage.firstChild?.localName === "img") stage.firstChild.replaceWith(image)
  else stage.append(image, make("div", { class: "marks" }))
  // The picture has the visible lanes; scrolling asks for others.
  $("lanes").style.height = `${$("timeline").clientHeight + Math.max(0, lanes - laneCount()) * laneHeight}px`
  text($("lanes-shown"), lanes > laneCount() ? `lanes ${top + 1} to ${Math.min(lanes, top + laneCount())} of ${lanes}` : "")
  const shown = [...events].sort((one, other) => one.lane - other.lane || one.x - other.x)
  reconcile(stage.lastChild, shown, event => event.id, () => make("button", { type: "button" }), (button, event) => {
    Object.assign(button.style, { left: `${event.x}px`, top: `${event.y}px` })
    set(button, "aria-label", event.name)
    set(button, "title", event.name)
    set(button, "aria-current", event.id === selected ? "true" : null)
    Object.assign(button.dataset, { lane: event.lane, x: event.x, event: event.id })
  })
  keepOneStop(stage.lastChild)
}

/** Only one event is a stop of the tab key; arrow keys move between events. */
function keepOneStop(marks, wanted) {
  const buttons = [...marks.children]
  const isIn = button => button && marks.contains(button)
  const focused = isIn(document.activeElement) ? document.activeElement : null
  const stop = wanted ?? focused ?? buttons.find(button => button.tabIndex === 0 && button.hasAttribute("tabindex")) ?? buttons.at(-1)
  for (const button of buttons) set(button, "tabindex", button === stop ? 0 : -1)
}

function move(event) {
  const from = event.target.closest(".marks button")
  if (!from) return
  const buttons = [...from.parentElement.children]
  const [lane, x] = [Number(from.dataset.lane), Number(from.dataset.x)]
  const row = buttons.filter(button => Number(button.dataset.lane) === lane)
  const nearest = isIn => {
    const others = buttons.filter(button => isIn(Number(button.dataset.lane)))
    const distance = button => Math.abs(Number(button.dataset.lane) - lane) * 1e5 + Math.abs(button.dataset.x - x)
    return others.reduce((best, button) => (!best || distance(button) < distance(best) ? button : best), null)
  }
  const to = {
    ArrowLeft: () => row[row.indexOf(from) - 1], ArrowRight: () => row[row.indexOf(from) + 1],
    ArrowUp: () => nearest(other => other < lane), ArrowDown: () => nearest(other => other > lane),
    Home: () => row[0], End: () => row.at(-1),
  }[event.key]
  if (!to) return
  event.preventDefault()
  const next = to()
  if (!next) return /Up|Down/.test(event.key) && $("timeline").scrollBy(0, event.key === "ArrowUp" ? -laneHeight : laneHeight)
  keepOneStop(from.parentElement, next)
  focus(next)
  inspect(next)
}

function inspect(button) {
  if (!button) return
  selected = state.timeline.events.find(event => String(event.id) === button.dataset.event)?.id ?? null
  for (const other of button.parentElement.children) set(other, "aria-current", other === button ? "true" : null)
  if (selected !== null) send({ do: "inspect", event: selected })
}

function drawInspected() {
  text($("inspected-name"), state.inspected.name)
  text($("inspected-text"), state.inspected.text)
}

// MARK: Copies

async function copy(content) {
  const isCopied = await navigator.clipboard?.writeText(content).then(() => true, () => false)
  text($("copied-status"), isCopied ? "Copied to the clipboard." : "Select the text to copy it.")
}

function showCopy(title, content, isPicture = false) {
  text($("copied-title"), title)
  text($("copied-text"), content)
  $("copied-text").hidden = isPicture
  $("copied-picture").hidden = !isPicture
  if (isPicture) {
    URL.revokeObjectURL($("copied-picture").src)
    $("copied-picture").src = URL.createObjectURL(new Blob([content], { type: "image/svg+xml" }))
  }
  if (!$("copied").open) $("copied").showModal()
  copy(content)
}
