// Changes elements only where a state differs, so that focus, scrolling and animations stay.

export const $ = id => document.getElementById(id)
export const focus = element => element?.focus({ preventScroll: true })

/** Creates an element; data becomes text and attributes only. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) set(element, key, value)
  element.append(...children)
  return element
}

export function icon(name) {
  const [svg, use] = ["svg", "use"].map(name => document.createElementNS("http://www.w3.org/2000/svg", name))
  use.setAttribute("href", `#${name}`)
  svg.setAttribute("aria-hidden", "true")
  svg.append(use)
  return svg
}

/** Sets an attribute, or removes it for null and false. */
export function set(element, key, value) {
  const text = value === true ? "" : (value ?? false) === false ? null : String(value)
  if (text === null) element.removeAttribute(key)
  else if (element.getAttribute(key) !== text) element.setAttribute(key, text)
}

export function text(element, value) {
  const next = String(value ?? "")
  if (element.textContent !== next) element.textContent = next
}

/** Makes the children of an element those of the items: elements of equal keys stay, and are updated. */
export function reconcile(parent, items, key, create, update) {
  const children = [...parent.children]
  const old = new Map(children.map(child => [child.dataset.key, child]))
  const focused = children.findIndex(child => child.contains(document.activeElement))
  let next = parent.firstElementChild
  for (const item of items) {
    const name = String(key(item))
    const child = old.get(name) ?? create(item)
    old.delete(name)
    child.dataset.key = name
    if (child === next) next = next.nextElementSibling
    else parent.insertBefore(child, next)
    update(child, item)
  }
  for (const child of old.values()) child.remove()
  if (focused < 0 || parent.contains(document.activeElement)) return
  // The focus moves from a removed element to its neighbor.
  const neighbor = parent.children[Math.min(focused, parent.children.length - 1)]
  focus(neighbor?.querySelector("button") ?? neighbor ?? parent.closest("section").querySelector("[tabindex='-1']"))
}

/** Announces a text to screen readers: polite for counts, assertive for errors. */
export function say(value, region = "polite") {
  $(region).textContent = ""
  setTimeout(() => text($(region), value), 50)
}

/** Shows the age of a value that was loaded at a time, which continues between two messages. */
export function showAge(element, born) {
  set(element, "data-born", born)
  tick(element)
}

export const tickAges = () => document.querySelectorAll("[data-born]").forEach(tick)

function tick(element) {
  const seconds = Math.max(0, (performance.now() - element.dataset.born) / 1000)
  const [size, unit] = seconds < 60 ? [1, "s"] : seconds < 3600 ? [60, "min"] : [3600, "h"]
  text(element, "born" in element.dataset ? `${Math.floor(seconds / size)} ${unit}` : "")
}
