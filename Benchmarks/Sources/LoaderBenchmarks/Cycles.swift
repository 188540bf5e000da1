import Measuring
import ReactiveLoadable
import Synchronization

/// Load cycles from a request through loading to loaded, with one observer.
enum Cycles {
  static let repetitions = 20_000

  static func loader() -> Contender {
    let total = Total()
    let loader = Loader { (request: Int) async throws(Never) -> Int in request }
    let observer = loader.states.subscribe { total.see($0) }
    return Contender("loader", repetitions: repetitions) { count in
      for request in 0..<count { loader.load(request) }
      withExtendedLifetime(observer) {}
    }
  }

  /// The minimal handwritten code: a lock around the state, a task, and a call of the observer.
  static func bare() -> Contender {
    let total = Total()
    let state = Mutex(Loadable<Int, Never>.notRequested)
    let observer: @Sendable (Loadable<Int, Never>) -> Void = { total.see($0) }
    let box = Box(state: state, observer: observer)
    return Contender("bare", repetitions: repetitions) { count in
      for request in 0..<count {
        box.show(.loading)
        Task.atOnce { box.show(.loaded(request)) }
      }
    }
  }

  /// The same in a Combine pipeline: a future for each request, of which the newest is published.
  static func switchToLatest() -> Contender {
    let total = Total()
    let requests = PassthroughSubject<Int, Never>()
    let observer = requests.map { request in
      Deferred { Future { promise in promise(.success(request)) } }
        .map(Loadable<Int, Never>.loaded)
        .prepend(.loading)
    }.switchToLatest().sink { total.see($0) }
    return Contender("switchToLatest", repetitions: repetitions / 10) { count in
      for request in 0..<count { requests.send(request) }
      withExtendedLifetime(observer) {}
    }
  }

  /// Creates and releases loaders.
  static func creating() -> Contender {
    Contender("creating", repetitions: repetitions) { count in
      for _ in 0..<count {
        let loader = Loader { (request: Int) async throws(Never) -> Int in request }
        withExtendedLifetime(loader) {}
      }
    }
  }

  /// Creates and releases relays, of which each loader has one.
  static func creatingRelays() -> Contender {
    Contender("creating relays", repetitions: repetitions) { count in
      for _ in 0..<count {
        let relay = BehaviorRelay(Loadable<Int, Never>.notRequested)
        withExtendedLifetime(relay) {}
      }
    }
  }

  static func awaitedLoader() -> AsyncContender {
    let loader = Loader { (request: Int) async throws(Never) -> Int in
      await Task.yield()
      return request
    }
    return AsyncContender("loader", repetitions: repetitions) { count in
      for request in 0..<count { await loader.load(request).outcome() }
    }
  }

  static func awaitedTask() -> AsyncContender {
    AsyncContender("task", repetitions: repetitions) { count in
      for request in 0..<count {
        _ = await Task {
          await Task.yield()
          return request
        }.value
      }
    }
  }
}

/// A sum of all states, so that no state is optimized away.
final class Total: Sendable {
  private let sum = Atomic(0)

  func see(_ state: Loadable<Int, Never>) {
    sum.add(state.value ?? 1, ordering: .relaxed)
  }
}

final class Box: Sendable {
  private let state: Mutex<Loadable<Int, Never>>
  private let observer: @Sendable (Loadable<Int, Never>) -> Void

  init(
    state: consuming Mutex<Loadable<Int, Never>>,
    observer: @escaping @Sendable (Loadable<Int, Never>) -> Void
  ) {
    self.state = state
    self.observer = observer
  }

  func show(_ new: Loadable<Int, Never>) {
    state.withLock { $0 = new }
    observer(new)
  }
}
