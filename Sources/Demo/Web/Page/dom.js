// Changes elements only where a state differs, so that focus, scrolling and animations stay.

export const $ = id => document.getElementById(id)

/** Creates an element; data is set as text and attributes only. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
    else set(element, key, value)
  }
  element.append(...children)
  return element
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use")
  use.setAttribute("href", `#${name}`)
  svg.setAttribute("aria-hidden", "true")
  svg.append(use)
  return svg
}

/** Sets an attribute, or removes it for null and false. */
export function set(element, key, value) {
  if (value === null || value === undefined || value === false) return element.removeAttribute(key)
  const text = value === true ? "" : String(value)
  if (element.getAttribute(key) !== text) element.setAttribute(key, text)
}

export function text(element, value) {
  const next = value ?? ""
  if (element.textContent !== next) element.textContent = next
}

/** Makes the children of an element those of the items, by key: elements of equal keys stay and are updated. */
export function reconcile(parent, items, key, create, update) {
  const old = new Map([...parent.children].map(child => [child.dataset.key, child]))
  const focused = parent.contains(document.activeElement) ? [...parent.children].findIndex(hasFocus) : -1
  let next = parent.firstElementChild
  for (const item of items) {
    const name = String(key(item))
    let child = old.get(name)
    old.delete(name)
    if (!child) {
      child = create(item)
      child.dataset.key = name
    }
    if (child === next) next = next.nextElementSibling
    else parent.insertBefore(child, next)
    update(child, item)
  }
  for (const child of old.values()) child.remove()
  if (focused >= 0 && !parent.contains(document.activeElement)) {
    const neighbor = parent.children[Math.min(focused, parent.children.length - 1)]
    focus(neighbor?.querySelector("button") ?? neighbor ?? parent.closest("section")?.querySelector("[tabindex='-1']"))
  }
}

const hasFocus = element => element.contains(document.activeElement)

export const focus = element => element?.focus({ preventScroll: true })

/** Says a text to screen readers: polite for news, assertive for errors. */
export function say(value, region = "polite") {
  const element = $(region)
  element.textContent = ""
  requestAnimationFrame(() => (element.textContent = value))
}

/** Shows the age of a value, which a timer of the page continues between two messages. */
export function age(element, seconds) {
  if (seconds === null || seconds === undefined) {
    delete element.dataset.born
    return text(element, "")
  }
  element.dataset.born = Math.round(performance.now() - seconds * 1000)
  tick(element)
}

export const tickAll = () => document.querySelectorAll("[data-born]").forEach(tick)

function tick(element) {
  const seconds = Math.max(0, Math.floor((performance.now() - element.dataset.born) / 1000))
  text(element, seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`)
}
