/// A value behind a lock that a closure and a task share.
package final class RunLock<State>: Sendable {
  private let state: Lock<State>

  package init(_ state: State) { self.state = Lock(state) }

  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock(body)
  }

  /// Returns the value, and leaves none.
  package func take<Wrapped>() -> Wrapped? where State == Wrapped? { withLock { $0.take() } }
}
