// Draws the sections that the server sends, and sends intents; all state is in the Swift process.

import { connectedApp, drawApp, startApp } from "./app.js"
import { Connection } from "./connection.js"
import { $, say, set, text, tickAll } from "./dom.js"
import { connectedLoads, drawLoads, startLoads } from "./loads.js"

const state = {}
const connection = new Connection({
  onMessage(message) {
    if (message.problem) say(message.problem, "assertive")
    Object.assign(state, message)
    drawApp(state, message)
    drawLoads(state, message)
    document.body.dataset.ready = message.n ?? document.body.dataset.ready
  },
  onStatus(problem, hasButton) {
    text($("connection").querySelector("span"), problem)
    set($("connection"), "data-shown", problem !== null)
    $("connection").querySelector("button").hidden = !hasButton
    set(document.body, "data-offline", problem !== null)
    if (problem !== null) return
    connectedApp()
    connectedLoads()
  },
})

/** Sends an intent, or says why it cannot be sent. */
function send(intent) {
  const isSent = connection.send(intent)
  if (!isSent) say("Not connected. Try again in a moment.", "assertive")
  return isSent
}

startApp(send)
startLoads(send)
$("connection").querySelector("button").addEventListener("click", () => connection.connect())
for (const button of document.querySelectorAll(".halves button")) {
  button.addEventListener("click", () => showHalf(button.dataset.half))
}
showHalf("app")
setInterval(tickAll, 1000)
connection.connect()

/** On a narrow page one half is visible at a time. */
function showHalf(half) {
  document.body.dataset.half = half
  for (const button of document.querySelectorAll(".halves button")) {
    set(button, "aria-current", button.dataset.half === half ? "page" : null)
  }
}
