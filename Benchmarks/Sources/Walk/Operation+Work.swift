import ReactiveLoadable
import ReactiveStore

extension Operation {
  typealias Publish = @Sendable () -> Void

  /// Prepares the operation.
  ///
  /// - Parameter publish: Called for each published value or state.
  /// - Returns: A function that performs the operation with a number that it has not had.
  func prepared(_ publish: @escaping Publish) -> (Int) -> Void {
    switch self {
    case .value: Self.value(publish)
    case .load: Self.load(publish)
    case .page: Self.page(publish)
    case .row: Self.row(publish)
    case .storeLoad: Self.storeLoad(publish)
    }
  }

  /// A relay accepts a value and publishes it to a subscriber.
  private static func value(_ publish: @escaping Publish) -> (Int) -> Void {
    let relay = BehaviorRelay(0)
    let observer = relay.sink { _ in publish() }
    return { number in
      relay.accept(number)
      withExtendedLifetime(observer) {}
    }
  }

  /// A loader loads a value and publishes it.
  private static func load(_ publish: @escaping Publish) -> (Int) -> Void {
    let loader = Loader { (request: Int) async throws(Never) -> Int in request }
    let observer = loader.states.sink { _ in publish() }
    return { number in
      loader.load(number)
      withExtendedLifetime(observer) {}
    }
  }

  /// A paged loader appends a page and publishes the list.
  private static func page(_ publish: @escaping Publish) -> (Int) -> Void {
    let loader = PagedLoader<NoRequest, Int, Item, LoadError> { page in
      let start = page.cursor ?? 0
      return Page((start..<(start + 20)).map { Item(id: $0) }, offset: start, limit: 20)
    }
    let observer = loader.states.sink { _ in publish() }
    return { number in
      loader.next()
      withExtendedLifetime(observer) {}
    }
  }

  /// A row joins a key of a cache, which loads it; the row draws its states and disappears.
  private static func row(_ publish: @escaping Publish) -> (Int) -> Void {
    let cache = LoaderCache<Int, Int, Never> { (key: Int) async throws(Never) -> Int in key }
    return { key in
      let interest = cache.interest(in: key)
      let observer = interest.states.sink { _ in publish() }
      observer.cancel()
      interest.cancel()
    }
  }

  /// An action loads a value in a store, which publishes its state.
  private static func storeLoad(_ publish: @escaping Publish) -> (Int) -> Void {
    let store = Store(OneValue.State()) { OneValue() }
    let observer = store.states.sink { _ in publish() }
    return { request in
      store.send(.load(request))
      withExtendedLifetime(observer) {}
    }
  }
}

private struct Item: Identifiable, Sendable {
  let id: Int
}

/// One value that a store loads.
private struct OneValue: Reducer {
  struct State: Sendable {
    var value = LoadableState<Int, Int>()
  }

  typealias Action = LoadingAction<Int, Int, Never>

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .loadable(state: \.value, action: .itself) { request, _ in request }
  }
}
