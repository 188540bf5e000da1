import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore

/// A library of books by genre, which must be loaded first.
nonisolated struct Library: Reducer {
  struct State: Sendable, Equatable {
    var shelf = "left"
    var books = LoadableState<String, Books.State>()
    var events: [String] = []
  }

  enum Action: Sendable {
    case books(LoadingAction<String, Books.State, Books.Action>)
    case move(String)
    case open(String)
    case burn
  }

  var policy = LoadPolicy()
  let load: @Sendable (String, State) async throws -> Books.State

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .move(let shelf): state.shelf = shelf
      case .open(let genre): state.books.perform(.load(genre))
      case .burn: state.books = LoadableState()
      case .books(.finished(let answer)): state.events.append("\(answer)")
      case .books: break
      }
      return .none
    }
    .loadable(state: \.books, action: .books, policy: policy, request: \.request) {
      Books()
    } load: { [load] genre, library in
      try await load(genre, library)
    }
  }
}

/// The books of a genre.
nonisolated struct Books: Reducer {
  struct State: Sendable, Equatable, CustomStringConvertible {
    var titles: String
    var request: String?
    var description: String { titles }
  }

  enum Action: Sendable {
    case add(String)
    case choose(String)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .add(let title): state.titles += title
    case .choose(let genre): state.request = genre
    }
    return .none
  }
}

nonisolated extension CasePath<Library.Action, LoadingAction<String, Books.State, Books.Action>> {
  static let books = Self(Library.Action.books) {
    if case .books(let action) = $0 { action } else { nil }
  }
}

typealias LibraryStore = Store<Library.State, Library.Action>

extension Marbles {
  /// A store of a library, held until the end of the run.
  func libraryStore(
    _ policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (String, Library.State) async throws -> String
  ) -> LibraryStore {
    keep(
      Store(Library.State()) {
        Library(policy: policy) { Books.State(titles: try await load($0, $1)) }
      }
    )
  }
}

extension LibraryStore {
  /// `n` not requested, `l` loading, a capital loaded, a small letter loading over it, `f` failed.
  var marks: some Publisher<String, Never> { states.map(\.books.mark).removeDuplicates() }
}

extension LoadableState where Child == Books.State {
  fileprivate var mark: String {
    switch loadable {
    case .notRequested: "n"
    case .loading(let loading): loading.previous?.titles.lowercased() ?? "l"
    case .loaded(let books): books.titles
    case .failed(let failed): failed.previous == nil ? "f" : "F"
    }
  }
}
