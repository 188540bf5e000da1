import LoadableTesting
import ReactiveLoadable

/// Loaders of the tests of scopes: a character is 10 ms, and a load takes 30 ms.
extension Marbles {
  typealias ScopedLoader = Loader<String, String, SampleError>

  /// A loader that plays one diagram after another; its values are fresh for a time.
  func scoped(
    _ works: String...,
    fresh: Freshness = .forever,
    retry: RetryPolicy = .never
  ) -> ScopedLoader {
    let work = cold(works[0], failure: SampleError.first, then: Array(works.dropFirst()))
    let policy = LoadPolicy(
      freshness: fresh,
      retry: retry,
      clock: clock,
      isCancellation: { $0 as? SampleError == .second }
    )
    return keep(
      Loader(policy: policy) { _ async throws(SampleError) in try await work(orCancelled: .second) }
    )
  }

  /// A scope with members at the tag `list`.
  func scope(_ loaders: ScopedLoader...) -> LoadScope {
    let scope = keep(LoadScope())
    for loader in loaders { scope.add(loader, tag: "list") }
    return scope
  }

  /// Loads a request at each mark of a diagram.
  func load(_ loader: ScopedLoader, _ diagram: String) { hot(diagram) { loader.load($0) } }
}

let scopedStates = MarbleStates(
  loaded: ["A": "A", "B": "B", "C": "C"],
  failed: ["f": SampleError.first]
)
