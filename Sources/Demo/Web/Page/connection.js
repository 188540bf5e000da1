// The WebSocket of this tab: reconnects with growing delays and acknowledges each message that is drawn.

const delays = [0.3, 0.7, 1.5, 3, 5, 10]
const token = new URLSearchParams(location.search).get("token") ?? ""
export const tab = (sessionStorage.tab ??= crypto.randomUUID())
const access = `token=${encodeURIComponent(token)}&tab=${encodeURIComponent(tab)}`

/** The address of a poster; a further try has another address, so that the browser requests it again. */
export const posterAddress = (path, number) => `${path}?${access}${number ? `&try=${number}` : ""}`

export class Connection {
  #socket
  #failures = 0
  #timer
  /** Receives each message; `onStatus` receives a text, or null while connected, and whether a button helps. */
  constructor({ onMessage, onStatus }) {
    Object.assign(this, { onMessage, onStatus, isOpen: false })
    addEventListener("online", () => this.connect())
    addEventListener("pageshow", event => event.persisted && this.connect())
  }

  connect() {
    clearTimeout(this.#timer)
    if (this.#socket?.readyState < 2) return
    if (!token) return this.onStatus("The address has no token. Open the address that the command printed.", false)
    const scheme = location.protocol === "https:" ? "wss:" : "ws:"
    const address = `${scheme}//${location.host}/tab?token=${encodeURIComponent(token)}&id=${encodeURIComponent(tab)}`
    const socket = (this.#socket = new WebSocket(address))
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      const message = JSON.parse(data)
      if (!this.isOpen) {
        this.isOpen = true
        this.#failures = 0
        this.onStatus(null, false)
      }
      try {
        this.onMessage(message)
      } finally {
        // The acknowledgement is sent even if a section was not drawn: the next message has it again.
        if ("n" in message) this.send({ do: "seen", n: message.n })
      }
    }
    socket.onclose = ({ code }) => socket === this.#socket && this.#closed(code)
  }

  /** Sends an intent; the result is false without a connection. */
  send(intent) {
    if (!this.isOpen || this.#socket?.readyState !== 1) return false
    this.#socket.send(JSON.stringify(intent))
    return true
  }

  async #closed(code) {
    this.isOpen = false
    if (code === 4001) return this.onStatus("This app continues in another tab.", true)
    const delay = delays[Math.min(this.#failures++, delays.length - 1)] * (0.8 + 0.4 * Math.random())
    const text = `Not connected. The next attempt is in ${Math.ceil(delay)} s.`
    this.onStatus(text, true)
    this.#timer = setTimeout(() => this.connect(), delay * 1000)
    // A refused token looks like any other failure; the answer to a poster has the status.
    const answer = await fetch(posterAddress("/poster/0")).catch(() => null)
    if (answer?.status !== 403 || this.isOpen) return
    clearTimeout(this.#timer)
    this.onStatus("The token is not that of the running demo. Open the address that the command printed.", true)
  }
}
