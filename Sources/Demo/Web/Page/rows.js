// Movies as cards: a poster, a heart, and five stars.

import { posterAddress } from "./connection.js"
import { icon, make, reconcile, set, text } from "./dom.js"

const skeletons = Array.from({ length: 12 }, (_, index) => ({ id: `skeleton-${index}` }))
const actions = {}

/** Sets what cards do: `send` an intent, and `open` the details of a movie from the element of an id. */
export const startRows = (send, open) => Object.assign(actions, { send, open, posterTry: 0 })

/** Draws cards, or as many skeletons without rows. */
export function drawRows(list, rows, skeletonCount) {
  reconcile(list, rows ?? skeletons.slice(0, skeletonCount), row => row.id, row => makeCard(list.id, row), drawCard)
}

function makeCard(list, { id, title }) {
  if (title === undefined) {
    return make("li", { class: "card skeleton", "aria-hidden": "true" }, ...["frame", "title"].map(name => make("span", { class: name })))
  }
  const name = `${list}-${id}`
  const open = make("button", { class: "open", type: "button", id: name }, frame(), make("bdi", { class: "title" }), make("span", { class: "year" }))
  open.addEventListener("click", () => actions.open(id, name))
  return make("li", { class: "card" }, open, heart(id), stars(id))
}

function drawCard(card, row) {
  if (row.title === undefined) return
  text(card.querySelector(".title"), row.title)
  text(card.querySelector(".year"), row.year)
  drawMovie(card, row)
}

/** Draws the poster, the heart and the stars within an element. */
export function drawMovie(element, row) {
  const [heart, slider] = [element.querySelector(".heart"), element.querySelector(".stars")]
  drawPoster(element.querySelector(".frame"), row)
  set(heart, "aria-pressed", row.favorite ? "true" : "false")
  set(heart, "aria-label", `Favorite: ${row.title}`)
  set(slider, "aria-valuenow", row.stars)
  set(slider, "aria-valuetext", row.stars ? `${row.stars} of 5 stars` : "not rated")
  set(slider, "aria-label", `Your rating of ${row.title}`)
  ;[...slider.children].forEach((star, index) => set(star, "data-on", index < row.stars))
  set(element, "data-unsaved", row.unsaved)
}

export function frame() {
  const image = make("img", { alt: "", width: 342, height: 513, loading: "lazy", decoding: "async" })
  for (const [event, poster] of [["load", "ready"], ["error", "missing"]]) {
    image.addEventListener(event, () => (image.parentElement.dataset.poster = poster))
  }
  return make("span", { class: "frame" }, make("span", { class: "letter", "aria-hidden": "true" }), image)
}

/** Requests the missing posters again when they are drawn. */
export const tryPostersAgain = () => (actions.posterTry += 1)

function drawPoster(frame, row) {
  text(frame.firstChild, [...row.title][0])
  const [image, isMissing] = [frame.lastChild, frame.dataset.poster === "missing"]
  const isAgain = isMissing && image.dataset.try !== String(actions.posterTry)
  if (!row.poster || (image.dataset.path === row.poster && !isAgain)) return
  Object.assign(image.dataset, { path: row.poster, try: actions.posterTry })
  delete frame.dataset.poster
  image.src = posterAddress(row.poster, isMissing ? actions.posterTry : 0)
}

export function heart(id) {
  const button = make("button", { class: "heart", type: "button" }, icon("heart"), make("span", {}, "Favorite"))
  const isOn = () => button.getAttribute("aria-pressed") === "true"
  button.addEventListener("click", () => actions.send({ do: "favorite", id, on: !isOn() }))
  return button
}

/** Five stars as one slider: arrow keys and digits change it, a click on the last star removes the rating. */
export function stars(id) {
  const five = Array.from({ length: 5 }, () => icon("star"))
  const slider = make("div", { class: "stars", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 5 }, ...five)
  // Keys that are quicker than the answers continue from the value that was sent last.
  let sent = { time: -1000 }
  const current = () => (performance.now() - sent.time < 400 ? sent.stars : Number(slider.getAttribute("aria-valuenow")))
  const rate = stars => {
    if (stars === current() || stars < 0 || stars > 5) return
    if (actions.send({ do: "rate", id, stars })) sent = { stars, time: performance.now() }
  }
  slider.addEventListener("click", ({ target }) => {
    const number = five.findIndex(star => star.contains(target)) + 1
    if (number > 0) rate(number === current() ? 0 : number)
  })
  slider.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -current(), End: 5 - current() }[event.key]
    const number = /^[0-5]$/.test(event.key) ? Number(event.key) : step === undefined ? null : current() + step
    if (number === null) return
    event.preventDefault()
    rate(number)
  })
  return slider
}
