public import CombineShim

/// Several states as one; made by `Loadable.zip` and `zipped()` of loaders' states.
///
/// A screen of two loads draws one state, and can also read it:
///
/// ```swift
/// let screen = Loadable.zip(account.states, podcasts.states)
/// screen.sink { draw($0) }
/// if screen.value.isLoading { … }
/// ```
///
/// Its test is a diagram; a tuple is not `Equatable`, so the values are joined for it:
///
/// ```swift
/// m.expect(screen.map { $0.map { "\($0.name)\($1.count)" } }, "nll--l-X--x--Y", states)
/// ```
///
/// It keeps the relays of its parts alive, as every view of a relay does; a subscription to it does
/// not (R9, Z3).
public struct ZippedStates<Value, LoadFailure: Error>: Publisher, Sendable {
  /// One state for those of all parts.
  public typealias Output = Loadable<Value, LoadFailure>
  /// It never fails: a failure is a state.
  public typealias Failure = Never

  private let views: [any Sendable]
  private let lookout: ZipLookout<Output>

  init(views: [any Sendable], _ lookout: ZipLookout<Output>) {
    self.views = views
    self.lookout = lookout
  }

  /// The state as it is now, of one moment of all parts (Z2).
  public var value: Output { lookout.now.state }

  /// Begins to follow the parts for one subscriber.
  ///
  /// - Parameter subscriber: Who gets the states, as far as it asks for them.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let storage = ZipStorage(lookout)
    OwningSubscription.attach(subscriber, to: storage.core, owning: storage.follow())
  }
}
