public import CombineShim
public import ReactiveRelays

/// A publisher that combines several states into one, returned by `Loadable.zip` and `zipped()`.
///
/// A screen with two loads renders one state, and can also read it:
///
/// ```swift
/// let screen = Loadable.zip(account.states, podcasts.states)
/// screen.sinkOnMainActor { draw($0) }
/// if screen.value.isLoading { … }
/// ```
///
/// The test is a marble diagram. A tuple is not `Equatable`, so the test maps it to a string:
///
/// ```swift
/// m.expect(screen.map { $0.map { "\($0.name)\($1.count)" } }, "nl-----X--x--Y", states)
/// ```
///
/// It keeps the relays of its parts alive, as every view of a relay does; a subscription to it does
/// not. See <doc:CombiningLoads#Z3-Completion>.
public struct ZippedStates<Value, LoadFailure: Error>: ConcurrentPublisher, Sendable {
  /// The combined state of all parts.
  public typealias Output = Loadable<Value, LoadFailure>
  /// The failure type; the publisher never fails, because a failed load is a state.
  public typealias Failure = Never

  private let views: [any Sendable]
  private let reader: ZipReader<Value, LoadFailure>

  init(views: [any Sendable], _ reader: ZipReader<Value, LoadFailure>) {
    self.views = views
    self.reader = reader
  }

  /// The current state, a snapshot of all parts.
  public var value: Output { reader.snapshot.state }

  /// Observes the parts for one subscriber.
  ///
  /// - Parameter subscriber: The subscriber, which receives states as far as it has demand.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let reader = reader
    let snapshots = OwningPublisher<Output> {
      let storage = ZipStorage(reader)
      return (storage.core, storage.start())
    }
    // States are compared here, outside the lock, because this calls the `==` of the values.
    snapshots.compactScan(from: Output?.none) { last, state in
      if let last, last.isEqual(to: state, by: reader.areEqual) { return nil }
      last = state
      return state
    }.receive(subscriber: subscriber)
  }
}
