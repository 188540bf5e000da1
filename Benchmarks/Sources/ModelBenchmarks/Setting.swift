import Observation
import ReactiveLoadable

/// Values of a loader that a model shows.
@MainActor enum Setting {
  static func books() -> Loader<Int, Book, LoadError> {
    Loader { (id: Int) async throws -> Book in Book(id) }
  }

  static func model() -> @MainActor (Int) -> Void {
    let (loader, book) = (books(), Book(1))
    let model = LoaderModel(loader)
    return { count in
      for _ in 0..<count { loader.set(book) }
      withExtendedLifetime(model) {}
    }
  }

  /// The same loader, whose states a class written by hand assigns to its property.
  static func byHand() -> @MainActor (Int) -> Void {
    let (loader, book) = (books(), Book(1))
    let model = AssigningModel(loader)
    return { count in
      for _ in 0..<count { loader.set(book) }
      withExtendedLifetime(model) {}
    }
  }
}

@MainActor @Observable private final class AssigningModel {
  private(set) var state: LoadState<Book> = .notRequested
  @ObservationIgnored private var subscription: AnyCancellable?

  init(_ loader: Loader<Int, Book, LoadError>) {
    subscription = loader.states.sink { [weak self] state in
      MainActor.assumeIsolated { self?.state = state }
    }
  }
}
