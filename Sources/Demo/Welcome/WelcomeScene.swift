import ReactiveLoadable
import ReactiveStore

/// A welcome message that is loaded first, in an app that says for whom.
struct WelcomeScene: Scene {
  let name = "welcome"
  let title = "A feature that has to be loaded first, in a store"
  let shows = """
    An app asks for the welcome of who logs in. The message wishes for another language and is loaded \
    anew, is refreshed while it shows, fails, and is tried again. A function of the state draws it.
    """

  func run(in context: SceneContext) async -> SceneResult {
    let store = Store(WelcomeApp.State()) {
      WelcomeApp { try await context.api.welcome($0.name, in: $0.language) }
    }
    let shown = StateTimeline(store.states, clock: context.clock)
    let lines = store.states.map(\.line).removeDuplicates()
    let drawing = lines.sink { context.console.line("  \($0)") }
    await play(store, context.server)
    await shown.shows { $0 == store.state }
    drawing.cancel()
    context.console.line()
    shown.write(to: context.console, heading: "What the screen showed") { state in
      state.welcome.loadable.mark { StateMark(String($0.text.prefix(1)), $0.text) }
    }
    return await check(shown.states.map(\.line), context.server)
  }

  private func play(
    _ store: Store<WelcomeApp.State, WelcomeApp.Action>,
    _ server: DemoServer
  ) async {
    await store.send(.logIn("Ada")).finish()
    await store.send(.welcome(.loaded(.speak(language: "de")))).finish()
    await store.send(.welcome(.refresh)).finish()
    await server.disturb(.status(500), path: "/welcome/it", times: 1)
    await store.send(.welcome(.loaded(.speak(language: "it")))).finish()
    await store.send(.welcome(.retry)).finish()
  }

  private func check(_ lines: [String], _ server: DemoServer) async -> SceneResult {
    let asked = await server.requests.map(\.path)
    let languages = ["en", "de", "de", "it", "it"]
    return SceneResult.check("Lines", lines.withoutRepetition, is: Self.expected)
      .and(.check("Asked", asked, is: languages.map { "/welcome/\($0)" }))
  }

  private static let expected = [
    "Nobody is logged in.",
    "Asking for Ada in “en” …",
    "Welcome, Ada!",
    "Asking for Ada in “de” … Still: Welcome, Ada!",
    "Willkommen, Ada!",
    "Willkommen, Ada! …",
    "Willkommen, Ada! (2)",
    "Asking for Ada in “it” … Still: Willkommen, Ada! (2)",
    "No “it”: The server answered with status 500. Still: Willkommen, Ada! (2)",
    "Asking for Ada in “it” … Still: Willkommen, Ada! (2)",
    "Benvenuta, Ada! (2)",
  ]
}

extension [String] {
  /// The same without what equals the one before.
  fileprivate var withoutRepetition: [String] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
