import ReactiveLoadable
import ReactiveStore
import ReactiveTimeline

/// A welcome message, which is loaded before it is shown.
struct Welcome: Reducer {
  struct Request: Hashable, Sendable {
    var name: String
    var language: String
  }

  struct State: Sendable, Equatable {
    var text: String
    /// The request for the message; a change loads it.
    var request: Request
  }

  enum Action: Sendable, Equatable {
    case speak(language: String)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .speak(let language): state.request.language = language
    }
    return .none
  }
}

/// The app around the message, which supplies the name.
struct WelcomeApp: Reducer {
  struct State: Sendable, Equatable {
    var name = ""
    var welcome = LoadableState<Welcome.Request, Welcome.State>()
  }

  enum Action: Sendable, Equatable {
    case logIn(String)
    case welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>)
  }

  let fetch: @Sendable (Welcome.Request) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .logIn(let name) = action else { return .none }
      state.name = name
      state.welcome.perform(.load(Welcome.Request(name: name, language: "en")))
      return .none
    }
    .loadable(
      state: \.welcome,
      action: .welcome,
      policy: LoadPolicy(previous: .always),
      request: \.request
    ) {
      Welcome()
    } load: { [fetch] request, _ in
      Welcome.State(text: try await fetch(request), request: request)
    }
  }
}

nonisolated extension CasePath<
  WelcomeApp.Action, LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>
> {
  static let welcome = Self(WelcomeApp.Action.welcome) {
    if case .welcome(let action) = $0 { action } else { nil }
  }
}

extension WelcomeApp.State {
  var line: String {
    welcome.render {
      "Not logged in."
    } loading: { request, load in
      "Loading for \(request.name) in “\(request.language)” …" + still(load.previous)
    } refreshing: { welcome in
      "\(welcome.text) …"
    } failed: { request, failure in
      "No “\(request.language)”: \(failure.error)" + still(failure.previous)
    } loaded: { welcome in
      welcome.text
    }
  }

  private func still(_ previous: Welcome.State?) -> String {
    previous.map { " Still: \($0.text)" } ?? ""
  }
}

extension Scene {
  static let welcome = Scene(
    name: "welcome",
    title: "A feature that is loaded first, in a store",
    shows: """
      An app loads a welcome after the login. The message changes its language and is loaded \
      again, is refreshed while shown, fails, and is retried. A function of the state draws it.
      """
  ) { context in
    let recording = context.recording(
      "the welcome",
      of: "Store(WelcomeApp.State()) { WelcomeApp(fetch: fetch) }"
    )
    let welcome = { @Sendable (request: Welcome.Request) in
      try await context.api.welcome(request.name, in: request.language)
    }
    let fetch = recording.recording(welcome, as: "fetch")
    let store = Store(WelcomeApp.State()) { WelcomeApp(fetch: fetch) }
    context.recordings.keep(store)
    let send = recording.recordingInput({ store.send($0) }, as: "send")
    recording.record(
      store.states.map(\.line).removeDuplicates(),
      as: #"states.map(\.line).removeDuplicates()"#
    )
    let shown = context.timeline(store.states)
    return [
      Step("Loading the welcome") {
        await context.server.disturb(.status(500), path: "/welcome/it", times: 1)
        let actions: [WelcomeApp.Action] = [
          .logIn("Ada"), .welcome(.loaded(.speak(language: "de"))), .welcome(.refresh),
          .welcome(.loaded(.speak(language: "it"))), .welcome(.retry),
        ]
        for action in actions {
          await context.rest()
          await send(action).finish()
        }
        await shown.shows { $0 == store.state }
        let lines = shown.states.map(\.line).withoutRepetition
        let requests = await context.server.requests.map(\.path)
        let paths = ["en", "de", "de", "it", "it"].map { "/welcome/\($0)" }
        return lines.map { .line("  \($0)") } + [.blank]
          + shown.blocks("Screen states", welcomeMark(shown.states)) + [
            expect("Lines", lines, is: welcomeLines)
              .proves("The lines show each load, refresh, failure and retry."),
            expect("Requests", requests, is: paths)
              .proves("Each language is requested once per load, refresh or retry."),
          ]
      }
    ]
  }
}

private func welcomeMark(_ states: [WelcomeApp.State]) -> (WelcomeApp.State) -> StateMark {
  let texts = states.compactMap(\.welcome.loadable.value?.text).withoutRepetition
  return { state in
    state.welcome.loadable.mark { message in
      let number = texts.firstIndex(of: message.text).map { $0 + 1 } ?? 0
      return StateMark(String(number), message.text)
    }
  }
}

private let welcomeLines = [
  "Not logged in.",
  "Loading for Ada in “en” …",
  "Welcome, Ada!",
  "Loading for Ada in “de” … Still: Welcome, Ada!",
  "Willkommen, Ada!",
  "Willkommen, Ada! …",
  "Willkommen, Ada! (2)",
  "Loading for Ada in “it” … Still: Willkommen, Ada! (2)",
  "No “it”: The server answered with status 500. Still: Willkommen, Ada! (2)",
  "Loading for Ada in “it” … Still: Willkommen, Ada! (2)",
  "Benvenuta, Ada! (2)",
]

extension [String] {
  fileprivate var withoutRepetition: [String] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
