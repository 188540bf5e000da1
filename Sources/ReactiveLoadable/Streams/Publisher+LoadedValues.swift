public import CombineShim

extension Publisher where Failure == Never {
  /// Returns the value of every loaded state, the current one first.
  ///
  /// For what is no view: a badge, a relay, another model.
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
  /// A refresh that is cancelled goes back to a loaded state and brings its value again (contract
  /// Z6); add `removeDuplicates()` where that matters.
  ///
  /// - Returns: A publisher that finishes with this one, and delivers where it does.
  public func loadedValues<Value, LoadFailure>() -> some Publisher<Value, Never>
  where Output == Loadable<Value, LoadFailure> {
    folded(from: ()) { _, state in state.value }
  }
}
