import ReactiveLoadable

/// The live screen with what it needs: keys in, a search on the server, a display.
@MainActor
final class LiveSession {
  static let pageSize = 50

  /// What happens.
  enum Event: Sendable {
    case input([UInt8])
    case inputEnded
    case state(LiveScreen.State, Duration)
    /// A little time has passed.
    case tick
  }

  private let server: DemoServer
  private let display: any LiveDisplay
  private let clock: any Clock<Duration>
  private let model: SearchModel
  private let (events, happens) = AsyncStream.makeStream(of: Event.self)
  private var decoder = KeyDecoder()
  private var queue: KeyQueue
  private var screen: LiveScreen
  private var additions = 0
  private var isOver = false

  init(_ server: DemoServer, on display: any LiveDisplay, clock: any Clock<Duration>) {
    (self.server, self.display, self.clock) = (server, display, clock)
    let api = API(baseURL: server.baseURL)
    model = SearchModel(distance: 10, clock: clock) { request throws(APIError) in
      try await api.search(request, limit: Self.pageSize)
    }
    queue = KeyQueue(display.pace)
    screen = LiveScreen(pageSize: Self.pageSize, size: display.size)
  }

  /// Draws and obeys until a key quits, or until the input has ended and all is shown.
  func run(keys input: AsyncStream<[UInt8]>) async {
    let elapsed = clock.stopwatch()
    let watching = model.states.sink { [happens] in happens.yield(.state($0, elapsed())) }
    let tasks = [Task { await read(input) }, Task { try await tick() }]
    for await event in events where await take(event) {
      await pressKeys()
      if isOver { break }
    }
    watching.cancel()
    for task in tasks { task.cancel() }
  }
}

extension LiveSession {
  private func read(_ input: AsyncStream<[UInt8]>) async {
    for await bytes in input { happens.yield(.input(bytes)) }
    happens.yield(.inputEnded)
  }

  private func tick() async throws {
    while true {
      try await clock.sleep(for: .milliseconds(100))
      happens.yield(.tick)
    }
  }

  /// Returns whether anything has changed.
  private func take(_ event: Event) async -> Bool {
    switch event {
    case .input(let bytes): queue.add(decoder.keys(bytes))
    case .inputEnded: queue.end()
    case .state(let state, let offset): await perform(screen.show(state, at: offset))
    case .tick:
      guard !screen.isSettled || display.size != screen.size else { return false }
      screen.turn += 1
      await perform(screen.resize(to: display.size))
    }
    return true
  }

  private func pressKeys() async {
    while !isOver, let key = queue.next(on: screen, isSettled: isSettled) {
      if display.pace == .whenSettled, !screen.types(key) { display.draw(screen.lines) }
      await perform(screen.press(key))
    }
    switch display.pace {
    case .atOnce:
      isOver = isOver || queue.isOver
      display.draw(screen.lines)
    case .whenSettled where queue.isOver && isSettled:
      isOver = true
      display.draw(screen.lines)
    case .whenSettled: break
    }
  }

  /// Whether the screen shows all that there is, and nothing is on its way.
  private var isSettled: Bool { screen.isSettled && screen.state == model.states.value }
}

extension LiveSession {
  private func perform(_ intents: [LiveIntent]) async {
    for intent in intents {
      switch intent {
      case .type(let text): model.query.accept(text)
      case .show(let row): model.shows(row: row)
      case .refresh: model.refresh()
      case .retry: model.retry()
      case .make(let trouble): await make(trouble)
      case .quit: isOver = true
      }
    }
  }

  private func make(_ trouble: LiveTrouble) async {
    switch trouble {
    case .failure: await disturb(.status(500))
    case .delay: await disturb(.delay(.seconds(3)))
    case .blank: await disturb(.blank)
    case .shift:
      additions += 1
      await server.add(.addition(number: additions, foundAs: screen.text))
    }
  }

  private func disturb(_ disturbance: Disturbance) async {
    await server.disturb(disturbance, path: "/search", times: 1)
  }
}
