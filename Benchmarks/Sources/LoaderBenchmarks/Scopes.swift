import Measuring
import ReactiveLoadable

/// Loads and calls of a scope.
enum Scopes {
  /// Load cycles of a loader that belongs to a scope.
  static func cycle() -> Contender {
    let total = Total()
    let loader = Loader { (request: Int) async throws(Never) -> Int in request }
    let scope = LoadScope()
    scope.add(loader, tag: "list")
    let observer = loader.states.sink { total.see($0) }
    return Contender("in a scope", repetitions: Cycles.repetitions) { count in
      for request in 0..<count { loader.load(request) }
      withExtendedLifetime((observer, scope)) {}
    }
  }

  /// Refreshes one member of many by its tag, for an observer.
  static func revalidate(of members: Int) -> Contender {
    let total = Total()
    let (scope, loaders) = scope(of: members)
    for loader in loaders { loader.load(1) }
    let observer = loaders[members / 2].states.sink { total.see($0) }
    return Contender("revalidate \(members)", repetitions: Cycles.repetitions / 10) { count in
      for _ in 0..<count { scope.revalidate(["list", members / 2]) }
      withExtendedLifetime((observer, loaders)) {}
    }
  }

  /// Resets many members that have no values and no work.
  static func resets(of members: Int) -> AsyncContender {
    let (scope, loaders) = scope(of: members)
    return AsyncContender("reset \(members)", repetitions: 10) { count in
      for _ in 0..<count { try? await scope.reset() }
      withExtendedLifetime(loaders) {}
    }
  }

  private static func scope(of members: Int) -> (LoadScope, [Loader<Int, Int, Never>]) {
    let scope = LoadScope()
    let loaders = (0..<members).map { number in
      let loader = Loader { (request: Int) async throws(Never) -> Int in request }
      scope.add(loader, tag: ["list", number])
      return loader
    }
    return (scope, loaders)
  }
}
