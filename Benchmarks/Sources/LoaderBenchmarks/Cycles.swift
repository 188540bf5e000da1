import Measuring
import ReactiveLoadable
import Synchronization

/// Load cycles from a request through loading to loaded, with one observer.
enum Cycles {
  static let repetitions = 20_000

  static func loader() -> Contender {
    let total = Total()
    let loader = Loader { (request: Int) async throws(Never) -> Int in request }
    let observer = loader.states.sink { total.see($0) }
    return Contender("loader", repetitions: repetitions) { count in
      for request in 0..<count { loader.load(request) }
      withExtendedLifetime(observer) {}
    }
  }

  static func byHand() -> Contender {
    let total = Total()
    let loader = HandwrittenLoader { $0 }
    let observer = loader.states.sink { total.see($0) }
    return Contender("by hand", repetitions: repetitions) { count in
      for request in 0..<count { loader.load(request) }
      withExtendedLifetime(observer) {}
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

  /// Writes that do not suspend, with an observer of the states.
  static func writes() -> Contender {
    let total = Total()
    let mutation = Mutation { (input: Int) async throws(Never) -> Int in input }
    let observer = mutation.states.sink { total.see($0) }
    return Contender("mutation", repetitions: repetitions) { count in
      for input in 0..<count { mutation.run(input) }
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

  /// Load cycles whose events an observer ignores: two events each.
  static func observedLoader() -> Contender { loader("observed", LoadObserver { _ in }) }

  /// Load cycles whose events a logger writes as lines, which are ignored.
  static func loggedLoader() -> Contender { loader("logged", .logger { _ in }) }

  private static func loader(_ name: String, _ observer: LoadObserver) -> Contender {
    let total = Total()
    let policy = LoadPolicy(name: "cycles", observer: observer)
    let loader = Loader(policy: policy) { (request: Int) async throws(Never) -> Int in request }
    let states = loader.states.sink { total.see($0) }
    return Contender(name, repetitions: repetitions) { count in
      for request in 0..<count { loader.load(request) }
      withExtendedLifetime(states) {}
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

  static func awaitedByHand() -> AsyncContender {
    let loader = HandwrittenLoader { request in
      await Task.yield()
      return request
    }
    return AsyncContender("by hand", repetitions: repetitions) { count in
      for request in 0..<count { await loader.load(request).value }
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

  func count() { sum.add(1, ordering: .relaxed) }
}
