public import CombineShim
import ReactiveRelays

/// A publisher that combines several states into one, returned by `Loadable.zip` and `zipped()`.
///
/// A screen with two loads renders one state, and can also read it:
///
/// ```swift
/// let screen = Loadable.zip(account.states, podcasts.states)
/// screen.sink { draw($0) }
/// if screen.value.isLoading { … }
/// ```
///
/// The test is a marble diagram. A tuple is not `Equatable`, so the test maps it to a string:
///
/// ```swift
/// m.expect(screen.map { $0.map { "\($0.name)\($1.count)" } }, "nll--l-X--x--Y", states)
/// ```
///
/// It keeps the relays of its parts alive, as every view of a relay does; a subscription to it does
/// not. See <doc:CombiningLoads#Z3-Completion>.
public struct ZippedStates<Value, LoadFailure: Error>: Publisher, Sendable {
  /// The combined state of all parts.
  public typealias Output = Loadable<Value, LoadFailure>
  /// The failure type; the publisher never fails, because a failed load is a state.
  public typealias Failure = Never

  private let views: [any Sendable]
  private let reader: ZipReader<Output>

  init(views: [any Sendable], _ reader: ZipReader<Output>) {
    self.views = views
    self.reader = reader
  }

  /// The current state, a snapshot of all parts.
  public var value: Output { reader.snapshot.state }

  /// Observes the parts for one subscriber.
  ///
  /// - Parameter subscriber: The subscriber, which receives states as far as it has demand.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let storage = ZipStorage(reader)
    OwningSubscription.attach(subscriber, to: storage.core, owning: storage.start())
  }
}
