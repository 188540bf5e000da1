// The right half: what the loads of the app do.

import { $, age, focus, make, reconcile, say, set, text } from "./dom.js"

let state = {}
let send
let first = 0
let isVisible = false
let selected = null
let picture = null

export function startLoads(sendIntent) {
  send = sendIntent
  for (const button of document.querySelectorAll("[data-trouble]")) {
    button.addEventListener("click", () => {
      send({ do: "make", trouble: button.dataset.trouble, on: button.getAttribute("aria-pressed") !== "true" })
    })
  }
  for (const button of document.querySelectorAll("[data-intent]")) {
    button.addEventListener("click", () => send(JSON.parse(button.dataset.intent)))
  }
  $("lanes-up").addEventListener("click", () => showLanes(first - laneCount()))
  $("lanes-down").addEventListener("click", () => showLanes(first + laneCount()))
  $("copy-test").addEventListener("click", () => send({ do: "copyTest" }))
  $("copy-picture").addEventListener("click", () => send({ do: "copyPicture" }))
  $("copy-again").addEventListener("click", () => copy($("copied-text").textContent))
  $("timeline").addEventListener("pointerdown", event => inspect(event.target.closest("button")))
  $("timeline").addEventListener("click", event => event.detail === 0 && inspect(event.target.closest("button")))
  $("timeline").addEventListener("keydown", move)
  new IntersectionObserver(([entry]) => {
    isVisible = entry.isIntersecting
    connectedLoads()
  }).observe($("timeline"))
  new ResizeObserver(() => connectedLoads()).observe($("timeline"))
}

const laneCount = () => (innerWidth < 700 ? 6 : 8)

/** Says which part of the timeline is visible, so that only that is drawn. */
export function connectedLoads() {
  const lanes = { do: "lanes", first, count: isVisible ? laneCount() : 0, width: $("timeline").clientWidth }
  if (document.body.hasAttribute("data-offline")) return
  clearTimeout(connectedLoads.timer)
  connectedLoads.timer = setTimeout(() => send(lanes), 50)
}

function showLanes(wanted) {
  first = Math.max(0, Math.min(wanted, (state.timeline?.lanes ?? 1) - 1))
  connectedLoads()
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
    text(attempt, load.attempt > 0 ? load.attempt : "–")
    if (load.age === null) age(born, null)
    else age(born, load.age)
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
  const { svg, lanes, events } = state.timeline ?? {}
  const area = $("timeline")
  $("timeline-hint").hidden = events?.length > 0
  $("pager").hidden = !(lanes > laneCount()) && first === 0
  set($("lanes-up"), "disabled", first === 0)
  set($("lanes-down"), "disabled", first + laneCount() >= lanes)
  if (!svg) return
  const next = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
  const number = (drawTimeline.number = (drawTimeline.number ?? 0) + 1)
  next.src = address
  next.alt = ""
  await next.decode().catch(() => null)
  URL.revokeObjectURL(address)
  // A newer picture is already drawn.
  if (number < (picture?.number ?? 0)) return
  picture?.image.remove()
  picture = { image: next, number }
  area.prepend(next)
  let marks = area.querySelector(".marks")
  if (!marks) area.append((marks = make("div", { class: "marks" })))
  const shown = [...events].sort((one, other) => one.lane - other.lane || one.x - other.x)
  reconcile(marks, shown, event => event.id, () => make("button", { type: "button" }), (button, event) => {
    button.style.setProperty("left", `${event.x}px`)
    button.style.setProperty("top", `${event.y}px`)
    set(button, "aria-label", event.name)
    set(button, "title", event.name)
    set(button, "aria-current", event.id === selected ? "true" : null)
    Object.assign(button.dataset, { lane: event.lane, x: event.x, event: event.id })
  })
  keepOneStop(marks)
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
  if (!next) return
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
