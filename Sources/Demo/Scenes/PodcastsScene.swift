import ReactiveLoadable

/// The podcast list, first with three flags and then with one loader, under the same taps.
struct PodcastsScene: Scene {
  typealias State = Loadable<[Podcast], APIError>

  let name = "podcasts"
  let title = "The podcast list: three flags, then one state"
  let shows = """
    A load that fails, one that succeeds, one that fails and a double tap. Three flags pass \
    through combinations that cannot be so; a collapse turns the same flags into one state, and a \
    loader has nothing else.
    """

  func run(in context: SceneContext) async -> SceneResult {
    await context.server.disturb(.delay(.milliseconds(60)), path: "/podcasts")
    let legacy = LegacyAct(context)
    let flags = await context.console.working("Loading with three flags") { await legacy.play() }
    legacy.report()
    let loader = LoaderAct(context)
    let state = await context.console.working("Loading with one state") { await loader.play() }
    loader.report()
    return flags.and(state)
  }

  /// The mark of a state; a loaded one is its number of rows.
  static func mark(_ state: State) -> StateMark {
    state.mark { StateMark("d", "loaded, \($0.count) podcasts") }
  }

  /// What the screen goes through, with `rows` in place of the podcasts.
  static func expected(rows: [Podcast], answersOfDoubleTap: Int) -> [State] {
    let error = APIError.status(500)
    return [
      .notRequested, .loading, .failed(error), .loading, .loaded(rows),
      .loading(previous: rows), .failed(error, previous: rows, cause: .refresh),
      .loading(previous: rows),
    ] + Array(repeating: .loaded(rows), count: answersOfDoubleTap)
  }
}

extension SceneResult {
  /// Reached if both are; else what was missed.
  func and(_ other: SceneResult) -> SceneResult {
    switch (self, other) {
    case (.reached, .reached): .reached
    case (.missed(let text), .reached), (.reached, .missed(let text)): .missed(text)
    case (.missed(let first), .missed(let second)): .missed("\(first) \(second)")
    }
  }

  /// Reached if what should be is; else the text says what was expected and what was there.
  static func check<Fact: Equatable>(
    _ name: String,
    _ fact: Fact,
    is expected: Fact
  ) -> SceneResult {
    fact == expected ? .reached : .missed("\(name): expected \(expected); there was \(fact).")
  }
}
