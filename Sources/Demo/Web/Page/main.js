// Draws the sections that the server sends, and sends intents; all state is in the Swift process.

import { connectedApp, drawApp, startApp } from "./app.js"
import { Connection } from "./connection.js"
import { $, say, set, text, tickAges } from "./dom.js"
import { drawLoads, sendLanes, startLoads } from "./loads.js"

const state = {}
const connection = new Connection({
  draw(message) {
    if (message.problem) say(message.problem, "assertive")
    // Ages are those at the time of the message.
    for (const load of [message.list, message.detail, message.favorites, ...(message.loads ?? [])]) {
      if (typeof load?.age === "number") load.born = performance.now() - load.age * 1000
    }
    Object.assign(state, message)
    drawApp(state, message)
    drawLoads(state, message)
  },
  status(problem) {
    text($("connection-text"), problem)
    set(document.body, "data-offline", problem !== null)
    if (problem !== null) return
    connectedApp()
    sendLanes()
  },
})

/** Sends an intent; without a connection it says so, and the result is false. */
function send(intent) {
  const isSent = connection.send(intent)
  if (!isSent) say("Not connected. Try again in a moment.", "assertive")
  return isSent
}

startApp(send)
startLoads(send)
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button")
  if (button?.dataset.intent) send(JSON.parse(button.dataset.intent))
  if (button?.dataset.half) document.body.dataset.half = button.dataset.half
  for (const half of document.querySelectorAll(".halves button")) {
    set(half, "aria-current", half.dataset.half === document.body.dataset.half ? "page" : null)
  }
})
$("connect").addEventListener("click", () => connection.connect())
setInterval(tickAges, 1000)
connection.connect()
