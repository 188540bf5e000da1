import ReactiveLoadable

/// Search as you type: debounced, the newest answer wins, and a late one is not shown.
struct SearchScene: Scene {
  typealias State = Loadable<SearchAnswer, APIError>

  let name = "search"
  let title = "Search as you type"
  let shows = """
    Countries, languages, currencies and time zones, by their names in fifteen languages. The \
    answer to “ge” is held back until the one to “germ” is shown; then it arrives, too late. \
    Clearing the box forgets everything.
    """

  func run(in context: SceneContext) async -> SceneResult {
    let log = AnswerLog { query throws(APIError) in try await context.api.search(query, limit: 5) }
    let model = SearchModel(clock: context.clock, search: log.callAsFunction)
    let play = SearchPlay(
      model: model,
      shown: StateTimeline(model.states, clock: context.clock),
      log: log,
      context: context
    )
    await context.console.working("Searching") { await play.run() }
    await play.report()
    return await play.check()
  }
}

/// One run of the scene.
@MainActor
struct SearchPlay {
  let model: SearchModel
  let shown: StateTimeline<SearchScene.State>
  let log: AnswerLog
  let context: SceneContext

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
    await shown.shows { $0.value?.query == query || $0.error != nil }
  }

  /// Types letter by letter, faster than the search waits for.
  private func type(_ letters: String) async {
    for letter in letters {
      model.query.update { $0.append(letter) }
      try? await context.clock.sleep(for: .milliseconds(40))
    }
  }
}

extension SearchPlay {
  /// Reached if “ge” was asked first and answered last, and was never on the screen.
  ///
  /// A machine that stalls while it types asks for more texts than it should; what must hold
  /// holds then, too.
  func check() async -> SceneResult {
    let words = ["ge", "germ", "日本"]
    let asked = await context.server.requests.compactMap(\.query).filter(words.contains)
    let shownWords = shown.states.compactMap(\.value?.query).filter(words.contains)
    let failures = shown.states.compactMap(\.error)
    return SceneResult.check("Asked in the order", asked, is: words)
      .and(.check("Answered in the order", arrivals, is: ["germ", "ge", "日本"]))
      .and(.check("Shown in the order", shownWords, is: ["germ", "日本"]))
      .and(.check("Failures", failures, is: []))
      .and(.check("The end", shown.states.last?.mark(), is: SearchScene.State.notRequested.mark()))
  }

  private var arrivals: [String] { log.arrivals.filter(["ge", "germ", "日本"].contains) }

  /// Writes the answers, the log and the timeline.
  func report() async {
    for answer in shown.states.compactMap(\.value) { write(answer) }
    let asked = await context.server.requests.compactMap(\.query)
    context.console.line("Asked, in this order:    \(asked.joined(separator: ", "))")
    context.console.line("Answered, in this order: \(log.arrivals.joined(separator: ", "))")
    let late = "The answer to “ge” came after the one to “germ”, and was not shown."
    if arrivals.prefix(2) == ["germ", "ge"] { context.console.line(late) }
    context.console.line()
    let heading = "What the screen showed"
    shown.write(to: context.console, heading: heading, frame: .milliseconds(20)) { state in
      state.mark { StateMark(String($0.query.prefix(1)), "answer to “\($0.query)”") }
    }
  }

  private func write(_ answer: SearchAnswer) {
    context.console.line("“\(answer.query)”: \(answer.total) found", style: .bold)
    let columns = ["Name", "Found as", "Language", "Kind", "Code"].map { TextTable.Column($0) }
    context.console.table(
      TextTable(
        columns,
        rows: answer.hits.map { hit in
          [hit.name, hit.matched ?? "–", hit.language, hit.kind.rawValue, hit.code]
        }
      )
    )
    context.console.line()
  }
}
