extension Loadable {
  /// Returns a publisher of one state for the states of several loaders, of any number and type.
  ///
  /// A screen that needs two things draws one state:
  ///
  /// ```swift
  /// let screen = Loadable.zip(account.states, podcasts.states)
  /// screen.sink { draw($0) }
  /// ```
  ///
  /// What it says is the table of ``Loadable/zip(_:)->Loadable<Value,Failure>`` for single states.
  /// `X` is loaded `(A, P)`, `x` loading over it:
  ///
  /// ```
  /// account    n-l--A----r--B
  /// podcasts   nl-----P
  /// both       nll--l-X--x--Y
  /// ```
  ///
  /// Every state joins what the parts had at one and the same moment, each moment once, in order, so
  /// that the last one is right from however many threads the changes come (contract Z2). It
  /// finishes when all parts have.
  ///
  /// - Parameter states: The states to join, with one failure type.
  /// - Returns: A publisher that gives the current state first, while subscribing, and keeps the
  ///   relays of its parts alive.
  @_disfavoredOverload  // Without parts both forms fit, and the one of states is meant.
  public static func zip<each Part: Sendable>(
    _ states: repeat ReadOnlyRelay<Loadable<each Part, Failure>>
  ) -> ZippedStates<Value, Failure> where Value == (repeat each Part) {
    let cores = (repeat (each states).relay.core)
    var (views, parts): ([any Sendable], [ZipPart]) = ([], [])
    for view in repeat each states {
      views.append(view)
      parts.append(ZipPart(view.relay.core))
    }
    let lookout = ZipLookout<Self>(parts) {
      let parts = (repeat (each cores).current)
      return ZipLookout.Look(state: .zip(repeat each parts), parts: parts)
    }
    return ZippedStates(views: views, lookout)
  }
}

extension Sequence {
  /// Returns a publisher of one state for the states of a list of loaders.
  ///
  /// ```swift
  /// let pages = loaders.map(\.states).zipped()
  /// ```
  ///
  /// What it says is the table of ``Loadable/zip(_:)->Loadable<Value,Failure>``; an empty list is
  /// loaded and finishes. See <doc:CombiningLoads> for when it publishes.
  ///
  /// - Returns: A publisher that gives the current state first, while subscribing.
  public func zipped<Value: Sendable, Failure>() -> ZippedStates<[Value], Failure>
  where Element == ReadOnlyRelay<Loadable<Value, Failure>> {
    let views = Array(self)
    let cores = views.map(\.relay.core)
    let lookout = ZipLookout(cores.map { ZipPart($0) }) {
      let parts = cores.map(\.current)
      return ZipLookout.Look(state: parts.zipped(), parts: parts)
    }
    return ZippedStates(views: views, lookout)
  }
}
