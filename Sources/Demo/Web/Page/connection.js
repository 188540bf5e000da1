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

  /** `onMessage` receives each message, `onStatus` a text, or null while connected. */
  constructor(onMessage, onStatus) {
    Object.assign(this, { onMessage, onStatus })
    addEventListener("online", () => this.connect())
  }

  connect() {
    clearTimeout(this.#timer)
    if (this.#socket?.readyState < 2) return
    if (!token) return this.onStatus("The address has no token. Open the address that the command printed.")
    const scheme = location.protocol === "https:" ? "wss:" : "ws:"
    const socket = new WebSocket(`${scheme}//${location.host}/tab?${new URLSearchParams({ token, id: tab })}`)
    this.#socket = socket
    socket.onclose = ({ code }) => socket === this.#socket && this.#closed(code)
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      if (!this.#isOpen) {
        this.#isOpen = true
        this.#failures = 0
        this.onStatus(null)
      }
      const message = JSON.parse(data)
      try {
        this.onMessage(message)
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
    if (code === 4001) return this.onStatus("This app continues in another tab.")
    const delay = delays[Math.min(this.#failures++, delays.length - 1)] * (0.8 + 0.4 * Math.random())
    this.onStatus(delay < 1 ? "Not connected. Connecting again…" : `Not connected. The next attempt is in ${Math.ceil(delay)} s.`)
    this.#timer = setTimeout(() => this.connect(), delay * 1000)
    // A refused token looks like any other failure; the answer to a poster has the status.
    const answer = await fetch(posterAddress("/poster/0")).catch(() => null)
    if (answer?.status !== 403 || this.#isOpen) return
    clearTimeout(this.#timer)
    this.onStatus("This address is of an earlier run. Open the address that the command printed.")
  }
}
