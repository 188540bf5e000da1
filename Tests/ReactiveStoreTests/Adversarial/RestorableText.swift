import ReactiveLoadable
import ReactiveStore

/// A loadable text, with a copy of its state to restore, and one in a part.
struct RestorableText: Reducer {
  struct State: Sendable {
    var place = "left"
    var text = LoadableState<String, String>()
    var saved = LoadableState<String, String>()
    var part = TextPart.State()
    var undoesFailures = false
  }

  enum Action: Sendable {
    case text(LoadingAction<String, String, Never>)
    case part(TextPart.Action)
    case save
    case restore
    case restoreAndLoad(in: String)
    case loadPart(String)
  }

  var policy = LoadPolicy()
  let load: @Sendable (String, State) async throws -> String

  var body: some Reducer<State, Action> {
    Scope(state: \.part, action: .part) { TextPart(policy: policy) }
    Reduce { state, action in
      switch action {
      case .save: state.saved = state.text
      case .restore: state.text = state.saved
      case .restoreAndLoad(let place):
        state.text = state.saved
        state.place = place
        state.text.perform(.load("x"))
      case .loadPart(let name): state.part.text.perform(.load(name))
      case .text(.finished(let answer)):
        if state.undoesFailures, answer.child == nil { state.text = state.saved }
      case .text(.progressed(let step)):
        if state.undoesFailures, step == .attemptFailed(Broken()) { state.text = state.saved }
      case .text, .part: break
      }
      return .none
    }
    .loadable(state: \.text, action: .text, policy: policy) { [load] in try await load($0, $1) }
  }
}

/// A loadable text in a part.
struct TextPart: Reducer {
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

extension CasePath<RestorableText.Action, LoadingAction<String, String, Never>> {
  static let text = Self(RestorableText.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}

extension CasePath<RestorableText.Action, TextPart.Action> {
  static let part = Self(RestorableText.Action.part) {
    if case .part(let action) = $0 { action } else { nil }
  }
}

extension CasePath<TextPart.Action, LoadingAction<String, String, Never>> {
  static let text = Self(TextPart.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}
