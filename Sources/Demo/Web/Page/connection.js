// The WebSocket of this tab: reconnects with growing delays and acknowledges each message that is drawn.

const delays = [0.3, 0.7, 1.5, 3, 5, 10]
const token = new URLSearchParams(location.search).get("token") ?? ""
const tab = (sessionStorage.tab ??= crypto.randomUUID())

/** The address of a poster; a further try has another address, so that the browser requests it again. */
export const posterAddress = (path, number) =>
  `${path}?${new URLSearchParams({ token, tab, ...(number ? { try: number } : {}) })}`

export class Connection {
  #isOpen = false
  #failures = 0
  #socket
  #timer
  /** `draw` receives each message, `status` a text, or null while connected. */
  constructor({ draw, status }) {
    Object.assign(this, { draw, status })
    addEventListener("online", () => this.connect())
  }

  connect() {
    clearTimeout(this.#timer)
    if (this.#socket?.readyState < 2) return
    if (!token) return this.status("The address has no token. Open the address that the command printed.")
    const socket = (this.#socket = new WebSocket(`/tab?${new URLSearchParams({ token, id: tab })}`))
    socket.onclose = ({ code }) => socket === this.#socket && this.#closed(code)
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      const isNew = !this.#isOpen
      ;[this.#isOpen, this.#failures] = [true, 0]
      if (isNew) this.status(null)
      const message = JSON.parse(data)
      try {
        this.draw(message)
      } finally {
        if ("n" in message) this.send({ do: "seen", n: message.n })
      }
    }
  }

  /** Sends an intent; the result is false without a connection. */
  send(intent) {
    if (!this.#isOpen) return false
    this.#socket.send(JSON.stringify(intent))
    return true
  }

  async #closed(code) {
    this.#isOpen = false
    if (code === 4001) return this.status("This app continues in another tab.")
    const delay = delays[Math.min(this.#failures++, delays.length - 1)] * (0.8 + 0.4 * Math.random())
    this.status(delay < 1 ? "Not connected. Connecting again…" : `Not connected. The next attempt is in ${Math.ceil(delay)} s.`)
    this.#timer = setTimeout(() => this.connect(), delay * 1000)
    // A refused token looks like any other failure; the answer to a poster has the status.
    const answer = await fetch(posterAddress("/poster/0")).catch(() => null)
    if (answer?.status !== 403 || this.#isOpen) return
    clearTimeout(this.#timer)
    this.status("This address is of an earlier run. Open the address that the command printed.")
  }
}
