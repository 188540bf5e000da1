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
    let requests = await context.server.requestCount("/podcasts")
    legacy.report(requests: requests)
    let loader = LoaderAct(context)
    let state = await context.console.working("Loading with one state") { await loader.play() }
    loader.report(requests: await context.server.requestCount("/podcasts") - requests)
    return flags.and(state)
  }

  /// The mark of a state; a loaded one is its number of rows.
  static func mark(_ state: State) -> StateMark {
    state.mark { StateMark("d", "loaded, \($0.count) podcasts") }
  }

  /// What the screen goes through.
  ///
  /// - Parameters:
  ///   - rows: The podcasts.
  ///   - cause: What a load over old rows counts as; flags cannot say, a loader knows.
  ///   - answers: How many answers the double tap has.
  /// - Returns: The states, in order.
  static func expected(rows: [Podcast], cause: LoadCause, answers: Int) -> [State] {
    let error = APIError.status(500)
    return [
      .notRequested, .loading, .failed(error), .loading, .loaded(rows),
      .loading(previous: rows, cause: cause), .failed(error, previous: rows, cause: cause),
      .loading(previous: rows, cause: cause),
    ] + Array(repeating: .loaded(rows), count: answers)
  }
}
