import ReactiveLoadable
import ReactiveStore

/// A library of books by genre, which must be loaded first, with their reviews.
struct Library: Reducer {
  struct State: Sendable, Equatable {
    var books = LoadableState<String, String>()
    var reviews = LoadableStates<Int, String>()
  }

  enum Action: Sendable, Equatable {
    case books(LoadingAction<String, String, Never>)
    case review(Int, LoadingAction<NoRequest, String, Never>)
  }

  var policy = LoadPolicy()
  let load: @Sendable () async throws -> String

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .loadable(state: \.books, action: .books, policy: policy) { [load] _, _ in try await load() }
      .loadable(each: \.reviews, action: .review) { [load] _, _ in try await load() }
  }
}

extension CasePath<Library.Action, LoadingAction<String, String, Never>> {
  static let books = Self(Library.Action.books) {
    if case .books(let action) = $0 { action } else { nil }
  }
}

extension CasePath<Library.Action, (Int, LoadingAction<NoRequest, String, Never>)> {
  static let review = Self(Library.Action.review) {
    if case .review(let id, let action) = $0 { (id, action) } else { nil }
  }
}
