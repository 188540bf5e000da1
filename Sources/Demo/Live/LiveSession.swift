import ArgumentParser
import ReactiveLoadable

/// The live screen with its keys, its search on the server, and its display.
@MainActor
final class LiveSession {
  static let pageSize = 50

  private enum Event: Sendable {
    case input([UInt8])
    case inputEnded
    case state(LiveScreen.State, Duration)
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

  /// Runs until a key quits, or until the input has ended and the screen has settled.
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

  private var isSettled: Bool { screen.isSettled && screen.state == model.states.value }

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
    let disturbance: Disturbance
    switch trouble {
    case .failure: disturbance = .status(500)
    case .delay: disturbance = .delay(.seconds(3))
    case .blank: disturbance = .blank
    case .shift:
      additions += 1
      return await server.add(.addition(number: additions, foundAs: screen.text))
    }
    await server.disturb(disturbance, path: "/search", times: 1)
  }
}

extension Demo {
  /// Runs the search on the terminal, or with keys from a pipe.
  @MainActor
  func runLive() async throws {
    let console = Console()
    guard Terminal.hasKeyboard else { return try await runLive(on: PipeDisplay(console: console)) }
    guard console.form.isTerminal else {
      throw ValidationError(
        "--live draws on a terminal; with output to a pipe, its keys must come from a pipe, too."
      )
    }
    try await Terminal.raw { try await runLive(on: TerminalDisplay(form: console.form)) }
  }

  @MainActor
  private func runLive(on display: some LiveDisplay) async throws {
    let plan = ResponsePlan(latency: .milliseconds(latency))
    let server = try await DemoServer.start(catalogue: .bundled(), plan: plan)
    await LiveSession(server, on: display, clock: ContinuousClock()).run(keys: Terminal.input())
    await server.stop()
  }
}

protocol LiveDisplay: Sendable {
  var pace: KeyQueue.Pace { get }
  var size: LiveScreen.Size { get }
  func draw(_ lines: [StyledLine])
}

struct TerminalDisplay: LiveDisplay {
  let form: ConsoleForm
  var sink: any TextSink = StandardOutput()

  var pace: KeyQueue.Pace { .atOnce }
  var size: LiveScreen.Size { Terminal.size ?? LiveScreen.Size() }

  func draw(_ lines: [StyledLine]) {
    var (form, size) = (form, size)
    form.width = size.columns
    // An extra line would scroll the first one out.
    sink.write(Array(lines.prefix(size.lines)).frame(form: form))
  }
}

/// A pipe: each screen is written below the one before.
struct PipeDisplay: LiveDisplay {
  let console: Console

  var pace: KeyQueue.Pace { .whenSettled }
  var size: LiveScreen.Size { LiveScreen.Size() }

  func draw(_ lines: [StyledLine]) {
    for line in lines { console.line(line) }
    console.line()
  }
}

struct KeyQueue {
  enum Pace: Hashable, Sendable {
    case atOnce
    /// After the screen has settled; keys that edit the text apply immediately.
    case whenSettled
  }

  let pace: Pace
  private(set) var keys: [Key] = []
  private var isComplete = false

  init(_ pace: Pace) { self.pace = pace }

  mutating func add(_ keys: [Key]) { self.keys += keys }
  mutating func end() { isComplete = true }
  var isOver: Bool { isComplete && keys.isEmpty }

  mutating func next(on screen: LiveScreen, isSettled: Bool) -> Key? {
    guard let key = keys.first else { return nil }
    switch pace {
    case .whenSettled where !isSettled && !screen.types(key): return nil
    case .atOnce, .whenSettled: return keys.removeFirst()
    }
  }
}
