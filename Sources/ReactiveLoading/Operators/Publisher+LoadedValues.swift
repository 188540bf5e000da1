public import CombineShim
public import ReactiveRelays

extension Publisher where Failure == Never {
  /// Publishes the value of every loaded state, the current one first.
  ///
  /// Use it for subscribers that need no loading state: a badge, a relay, another model.
  ///
  /// ```swift
  /// inbox.states.loadedValues().map(\.unread).bind(to: badge)
  /// ```
  ///
  /// ```
  /// states   nl-A-r-B-r-f
  /// values   ---A---B
  /// ```
  ///
  /// A cancelled refresh returns to a loaded state and publishes its value again; add
  /// `removeDuplicates()` where that matters. See <doc:CombiningLoads#Z6-Loaded-values>.
  ///
  /// - Returns: A publisher that finishes with this one, and delivers on the same threads.
  public func loadedValues<Value, LoadFailure>() -> some ConcurrentPublisher<Value, Never>
  where Output == Loadable<Value, LoadFailure> {
    compactScan(from: ()) { _, state in state.value }
  }
}
