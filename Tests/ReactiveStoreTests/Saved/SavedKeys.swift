import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport

/// Texts that are loaded by their numbers, and saved.
struct SavedKeys: Reducer {
  struct State: Sendable, Equatable {
    var texts = LoadableStates<Int, String>()
    /// An earlier state, which can be put back.
    var earlier: LoadableStates<Int, String>?
  }

  enum Action: Sendable {
    case text(Int, LoadingAction<NoRequest, String, Never>)
    /// Loads the keys up to a number.
    case loadAll(Int)
    case edit(Int)
    /// Shows the text of a key as that of another one.
    case copy(Int, to: Int)
    case remove(Int)
    case keep, putBack
  }

  var policy: LoadPolicy
  let texts: SavedValues<Int, String>
  let load: @Sendable (Int) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .text: break
      case .loadAll(let count): for key in 0..<count { state.texts[key].perform(.load) }
      case .edit(let key): state.texts[key].change { $0 += "e" }
      case .copy(let key, let other): state.texts[other] = state.texts[key]
      case .remove(let key): state.texts.remove(key)
      case .keep: state.earlier = state.texts
      case .putBack: if let earlier = state.earlier { state.texts = earlier }
      }
      return .none
    }
    .loadable(each: \.texts, action: .text, policy: policy) { [load] key, _ in try await load(key) }
    .saved(texts)
  }
}

nonisolated extension CasePath<SavedKeys.Action, (Int, LoadingAction<NoRequest, String, Never>)> {
  static let text = Self(SavedKeys.Action.text) {
    if case .text(let key, let action) = $0 { (key, action) } else { nil }
  }
}

typealias SavedKeysStore = Store<SavedKeys.State, SavedKeys.Action>

extension SavedKeysStore {
  /// The states of the text of a key.
  func texts(of key: Int) -> some Publisher<LoadState<String>, Never> {
    states.map { $0.texts[key].loadable }.removeDuplicates()
  }
}

extension SavedFeatureScene {
  /// A store whose texts are diagrams, one for each load.
  func keys(
    _ diagram: String,
    _ later: String...,
    freshness: Freshness = .forever
  ) -> SavedKeysStore {
    let load = m.cold(diagram, failure: Offline(), then: later)
    return keys(policy(freshness)) { _ in try await load() }
  }

  func keys(
    _ policy: LoadPolicy,
    _ load: @escaping @Sendable (Int) async throws -> String
  ) -> SavedKeysStore {
    m.keep(
      Store(SavedKeys.State()) {
        SavedKeys(policy: policy, texts: texts { "text/\($0)" }, load: load)
      }
    )
  }
}
