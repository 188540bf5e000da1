import ReactiveLoadable
import ReactiveStore

/// A loadable text, with a copy of its state to restore, and one in a part.
struct Desk: Reducer {
  struct State: Sendable {
    var shelf = "left"
    var text = LoadableState<String, String>()
    var before = LoadableState<String, String>()
    var drawer = Drawer.State()
    var undoesFailures = false
  }

  enum Action: Sendable {
    case text(LoadingAction<String, String, Never>)
    case drawer(Drawer.Action)
    case note
    case back
    case again(shelf: String)
    case open(String)
  }

  var policy = LoadPolicy()
  let load: @Sendable (String, State) async throws -> String

  var body: some Reducer<State, Action> {
    Scope(state: \.drawer, action: .drawer) { Drawer(policy: policy) }
    Reduce { state, action in
      switch action {
      case .note: state.before = state.text
      case .back: state.text = state.before
      case .again(let shelf):
        state.text = state.before
        state.shelf = shelf
        state.text.load("x")
      case .open(let name): state.drawer.text.load(name)
      case .text(.finished(let answer)):
        if state.undoesFailures, answer.child == nil { state.text = state.before }
      case .text(.progressed(let step)):
        if state.undoesFailures, step == .attemptFailed(Broken()) { state.text = state.before }
      case .text, .drawer: break
      }
      return .none
    }
    .loadable(state: \.text, action: .text, policy: policy) { [load] in try await load($0, $1) }
  }
}

/// A loadable text in a part.
struct Drawer: Reducer {
  struct State: Sendable {
    var text = LoadableState<String, String>("A", of: "a")
  }

  enum Action: Sendable {
    case text(LoadingAction<String, String, Never>)
  }

  let policy: LoadPolicy

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .loadable(state: \.text, action: .text, policy: policy) { name, _ in name }
  }
}

extension CasePath<Desk.Action, LoadingAction<String, String, Never>> {
  static let text = Self(Desk.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}

extension CasePath<Desk.Action, Drawer.Action> {
  static let drawer = Self(Desk.Action.drawer) {
    if case .drawer(let action) = $0 { action } else { nil }
  }
}

extension CasePath<Drawer.Action, LoadingAction<String, String, Never>> {
  static let text = Self(Drawer.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}
