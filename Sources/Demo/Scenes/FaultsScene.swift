import ReactiveLoadable

/// What can go wrong with a request, first shown as a failure and then healed by retries.
struct FaultsScene: Scene {
  typealias State = Loadable<[Podcast], APIError>

  let name = "faults"
  let title = "Faults, with retry and backoff"
  let shows = """
    No server, status 500, broken JSON, a connection that breaks and an answer that never comes, \
    each on a list that is there already. Alone it is a failure with a sentence, beside the old \
    rows; with a retry policy the request is sent again, after longer and longer waits, and the \
    screen never shows the failure. The ten seconds that an answer may take pass at once.
    """

  func run(in context: SceneContext) async -> SceneResult {
    for path in ["/podcasts", "/status/500", "/broken", "/dropped"] {
      await context.server.disturb(.delay(.milliseconds(20)), path: path)
    }
    var (result, acts) = (SceneResult.reached, [FaultAct]())
    for fault in Fault.allCases {
      let act = FaultAct(fault, context)
      result = result.and(await context.console.working(fault.rawValue) { await act.play() })
      act.report()
      acts.append(act)
    }
    context.console.line()
    context.console.line("One character is 10 ms:", style: .faint)
    context.console.lines(
      acts.flatMap(\.timelines).legend(Self.mark).map { "  " + $0 },
      style: .faint
    )
    return result
  }

  /// The mark of a state; a retry is its number.
  static func mark(_ state: State) -> StateMark { PodcastsScene.mark(state) }
}
