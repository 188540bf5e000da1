import ReactiveLoadable

/// Stale while revalidate: a value that is there is shown at once, and asked for again if need be.
struct StaleScene: Scene {
  typealias State = Loadable<ListeningQueue, APIError>

  let name = "stale"
  let title = "Stale while revalidate"
  let shows = """
    A listening queue that is fresh for five minutes, and a screen that appears again and again. \
    While it is fresh nothing is asked for. When it is stale, and after a write, it is shown at \
    once and refreshed behind. The next launch shows what the last one saved until the answer \
    comes. The server counts the requests.
    """

  func run(in context: SceneContext) async -> SceneResult {
    await context.server.disturb(.delay(.milliseconds(50)), path: "/queue")
    let play = StalePlay(context)
    await context.console.working("Loading the queue") { await play.run() }
    play.report()
    return play.check()
  }

  /// The mark of a state; a loaded one is its revision, and `e` shows what was saved.
  static func mark(_ state: State) -> StateMark {
    if state.isReloading { return StateMark("e", "loading, what was saved is shown") }
    return state.mark { StateMark(String($0.revision), "revision \($0.revision)") }
  }
}
