public import ReactiveRelays

extension Loadable {
  /// Combines the states of any number of loaders into a publisher of one state.
  ///
  /// A screen with two loads renders one state:
  ///
  /// ```swift
  /// let screen = Loadable.zip(account.states, podcasts.states)
  /// screen.sinkOnMainActor { draw($0) }
  /// ```
  ///
  /// The state follows the table of ``Loadable/zip(_:)->Loadable<Value,Failure>`` for single
  /// states. `X` is loaded `(A, P)`, `x` loading over it:
  ///
  /// ```
  /// account    n-l--A----r--B
  /// podcasts   nl-----P
  /// both       nl-----X--x--Y
  /// ```
  ///
  /// Every state is a snapshot of all parts. Snapshots are published in chronological order, even
  /// if several threads change the parts. A state that equals the one before is not published. The
  /// publisher finishes when all parts have finished. See
  /// <doc:CombiningLoads#Z2-Values-of-one-moment>.
  ///
  /// - Parameter states: The states to combine, with one failure type.
  /// - Returns: A publisher that publishes the current state on subscription, and keeps the relays
  ///   of its parts alive.
  @_disfavoredOverload  // Without parts, the overload of single states is preferred.
  public static func zip<each Part: Sendable>(
    _ states: repeat ReadOnlyRelay<Loadable<each Part, Failure>>
  ) -> ZippedStates<Value, Failure> where Value == (repeat each Part) {
    let cores = (repeat (each states).source)
    var (views, parts): ([any Sendable], [ZipPart]) = ([], [])
    for view in repeat each states {
      views.append(view)
      parts.append(ZipPart(view.source))
    }
    let reader = ZipReader<Value, Failure>(parts, areEqual: { areAllEqual($0, $1) }) {
      let parts = (repeat (each cores).current)
      return (.zip(repeat each parts), parts)
    }
    return ZippedStates(views: views, reader)
  }
}

// NB: The values are optional, because Swift 6.3 crashes on a closure with parameters of a pack.
private func areAllEqual<each Part>(
  _ left: (repeat each Part)?,
  _ right: (repeat each Part)?
) -> Bool {
  guard let left, let right else { return false }
  var areEqual = true
  func compare<Other>(_ left: Other, _ right: Other) {
    areEqual = areEqual && areEqualIfEquatable(left, right)
  }
  repeat compare(each left, each right)
  return areEqual
}

extension Loadable {
  /// Returns whether two states are equal, with a comparison of values that are not `nil`.
  ///
  /// Errors of a type that is not `Equatable` are not equal.
  func isEqual(to other: Self, by areValuesEqual: (Value?, Value?) -> Bool) -> Bool {
    func areEqual(_ left: Value?, _ right: Value?) -> Bool {
      left == nil || right == nil ? left == nil && right == nil : areValuesEqual(left, right)
    }
    return switch (self, other) {
    case (.notRequested, .notRequested): true
    case (.loading(let left), .loading(let right)):
      left.cause == right.cause && left.attempt == right.attempt && left.progress == right.progress
        && left.saved == right.saved && areEqualIfEquatable(left.lastError, right.lastError)
        && areEqual(left.previous, right.previous)
    case (.loaded(let left), .loaded(let right)): areEqual(left, right)
    case (.failed(let left), .failed(let right)):
      left.cause == right.cause && left.saved == right.saved
        && areEqualIfEquatable(left.error, right.error)
        && areEqual(left.previous, right.previous)
    case (.notRequested, _), (.loading, _), (.loaded, _), (.failed, _): false
    }
  }
}

extension Sequence {
  /// Combines the states of a list of loaders into a publisher of one state.
  ///
  /// ```swift
  /// let pages = loaders.map(\.states).zipped()
  /// ```
  ///
  /// The state follows the table of ``Loadable/zip(_:)->Loadable<Value,Failure>``. An empty list is
  /// loaded and finishes. See <doc:CombiningLoads> for when it publishes.
  ///
  /// - Returns: A publisher that publishes the current state on subscription.
  public func zipped<Value: Sendable, Failure>() -> ZippedStates<[Value], Failure>
  where Element == ReadOnlyRelay<Loadable<Value, Failure>> {
    let views = Array(self)
    let cores = views.map { $0.source }
    let parts = cores.map { ZipPart($0) }
    let reader = ZipReader<[Value], Failure>(parts, areEqual: { areEqualIfEquatable($0, $1) }) {
      let parts = cores.map { $0.current }
      return (parts.zipped(), parts)
    }
    return ZippedStates(views: views, reader)
  }
}
