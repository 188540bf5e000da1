import ReactiveLoadable
import ReactiveStore

/// A welcome message, which has to be loaded before it can be shown.
struct Welcome: Reducer {
  /// What it is asked for by.
  struct Request: Hashable, Sendable {
    var name: String
    var language: String
  }

  struct State: Sendable, Equatable {
    var text: String
    /// What it wishes to be: when that changes, it is loaded.
    var wish: Request
  }

  enum Action: Sendable, Equatable {
    case speak(language: String)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .speak(let language): state.wish.language = language
    }
    return .none
  }
}

/// The app around it, which says who is welcome.
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
      state.welcome.load(Welcome.Request(name: name, language: "en"))
      return .none
    }
    .loadable(
      state: \.welcome,
      action: .welcome,
      policy: LoadPolicy(previous: .always),
      request: \.wish
    ) {
      Welcome()
    } load: { [fetch] request, _ in
      Welcome.State(text: try await fetch(request), wish: request)
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
