import Observation
import ReactiveLoadable

/// Keys that a reused cell shows, and screens that open.
@MainActor enum Showing {
  private static let keys = 1_000

  /// A cache that has all keys.
  static func books() -> LoaderCache<Int, Book, LoadError> {
    let cache = LoaderCache { (id: Int) async throws -> Book in Book(id) }
    for key in 0..<keys { cache.set(Book(key), for: key) }
    return cache
  }

  static func model() -> @MainActor (Int) -> Void {
    let row = KeyedModel(books())
    var key = 0
    return { count in
      for _ in 0..<count {
        key = (key + 1) % keys
        row.show(key)
      }
    }
  }

  static func byHand() -> @MainActor (Int) -> Void {
    let row = RelayRow()
    var key = 0
    return { count in
      for _ in 0..<count {
        key = (key + 1) % keys
        row.show(key)
      }
    }
  }

  /// A screen that opens and closes; its loader outlives it.
  static func creating() -> @MainActor (Int) -> Void {
    let loader = Loader { (id: Int) async throws -> Book in Book(id) }
    loader.load(1)
    return { count in
      for _ in 0..<count {
        let model = LoaderModel(loader)
        model.appear(1)
        model.disappear()
      }
    }
  }

  /// A row on an array of relays, without eviction, priorities or loads.
  @MainActor @Observable fileprivate final class RelayRow {
    private(set) var state: LoadState<Book> = .notRequested
    @ObservationIgnored private let relays = (0..<keys).map {
      BehaviorRelay(LoadState<Book>.loaded(Book($0)))
    }
    @ObservationIgnored private var subscription: AnyCancellable?

    func show(_ key: Int) {
      subscription = relays[key].sink { [weak self] state in
        MainActor.assumeIsolated { self?.state = state }
      }
    }
  }
}
