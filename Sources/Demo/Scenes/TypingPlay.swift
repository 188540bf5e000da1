import ReactiveLoadable

/// What is typed is searched for when the typing rests; the newest answer wins.
@MainActor
struct TypingPlay {
  typealias State = SearchScene.State

  private static let words = ["ge", "germ", "日本"]
  private static let rows = 5

  private let context: SceneContext
  private let log: PageLog
  private let model: SearchModel
  private let shown: StateTimeline<State>

  init(_ context: SceneContext) {
    self.context = context
    let log = PageLog { request throws(APIError) in
      try await context.api.search(request, limit: Self.rows)
    }
    self.log = log
    model = SearchModel(clock: context.clock, search: log.callAsFunction)
    shown = StateTimeline(model.states, clock: context.clock)
  }

  func run() async {
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/search", queryPrefix: "ge", times: 1)
    await type("ge")
    await context.server.arrived(at: "/search", query: "ge")
    await type("rm")
    await answered("germ")
    gate.open()
    await log.arrived("ge")
    model.query.accept("")
    await shown.shows(\.isNotRequested)
    await type("日本")
    await answered("日本")
    model.query.accept("")
    await shown.shows(\.isNotRequested)
  }

  /// Waits for the answer to be shown, or for an error in its place.
  private func answered(_ query: String) async {
    await shown.shows { $0.value?.key == query || $0.error != nil }
  }

  /// Types letter by letter, faster than the search waits for.
  private func type(_ letters: String) async {
    for letter in letters {
      model.query.update { $0.append(letter) }
      try? await context.clock.sleep(for: .milliseconds(40))
    }
  }
}

extension TypingPlay {
  /// Reached if “ge” was asked first and answered last, and was never on the screen.
  ///
  /// A machine that stalls while it types asks for more texts than it should; what must hold
  /// holds then, too.
  func check() async -> SceneResult {
    let shownWords = shown.states.compactMap(\.value?.key).filter(Self.words.contains)
    let failures = shown.states.compactMap(\.error)
    let asked = await context.server.requests.compactMap(\.query).filter(Self.words.contains)
    return SceneResult.check("Asked in the order", asked, is: Self.words)
      .and(.check("Answered in the order", answers, is: ["germ", "ge", "日本"]))
      .and(.check("Shown in the order", shownWords, is: ["germ", "日本"]))
      .and(.check("Failures", failures, is: []))
      .and(.check("The end", shown.states.last?.mark(), is: State.notRequested.mark()))
  }

  private var answers: [String] {
    log.arrivals.map(\.request.key).filter(Self.words.contains)
  }
}

extension TypingPlay {
  /// Writes the answers, the log and the timeline.
  func report() async {
    for list in shown.states.compactMap(\.value) { write(list) }
    let arrivals = log.arrivals.map(\.request.key)
    let asked = await context.server.requests.compactMap(\.query)
    context.console.line("Asked, in this order:    \(asked.joined(separator: ", "))")
    context.console.line("Answered, in this order: \(arrivals.joined(separator: ", "))")
    let late = "The answer to “ge” came after the one to “germ”, and was not shown."
    if answers.prefix(2) == ["germ", "ge"] { context.console.line(late) }
    context.console.line()
    let heading = "What the screen showed"
    shown.write(to: context.console, heading: heading, frame: .milliseconds(20)) { state in
      state.mark { StateMark(String($0.key.prefix(1)), "answer to “\($0.key)”") }
    }
    context.console.line()
  }

  private func write(_ list: SearchModel.Results.List) {
    context.console.line("“\(list.key)”: \(list.total ?? list.count) found", style: .bold)
    let columns = ["Name", "Found as", "Language", "Kind", "Code"].map { TextTable.Column($0) }
    context.console.table(
      TextTable(
        columns,
        rows: list.map { hit in
          [hit.name, hit.matched ?? "–", hit.language, hit.kind.rawValue, hit.code]
        }
      )
    )
    context.console.line()
  }
}
