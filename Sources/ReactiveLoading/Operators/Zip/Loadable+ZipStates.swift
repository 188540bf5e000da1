public import ReactiveRelays

extension Loadable {
  /// Combines the states of any number of loaders into a publisher of one state.
  ///
  /// A screen with two loads renders one state:
  ///
  /// ```swift
  /// let screen = Loadable.zip(account.states, podcasts.states)
  /// screen.sink { draw($0) }
  /// ```
  ///
  /// The state follows the table of ``Loadable/zip(_:)->Loadable<Value,Failure>`` for single
  /// states. `X` is loaded `(A, P)`, `x` loading over it:
  ///
  /// ```
  /// account    n-l--A----r--B
  /// podcasts   nl-----P
  /// both       nll--l-X--x--Y
  /// ```
  ///
  /// Every state is a snapshot of all parts. Snapshots are published in chronological order, each
  /// at most once, even if several threads change the parts. The publisher finishes when all parts
  /// have finished. See <doc:CombiningLoads#Z2-Values-of-one-moment>.
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
    let reader = ZipReader<Self>(parts) {
      let parts = (repeat (each cores).current)
      return ZipReader.Reading(state: .zip(repeat each parts), parts: parts)
    }
    return ZippedStates(views: views, reader)
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
    let reader = ZipReader(cores.map { ZipPart($0) }) {
      let parts = cores.map { $0.current }
      return ZipReader.Reading(state: parts.zipped(), parts: parts)
    }
    return ZippedStates(views: views, reader)
  }
}
