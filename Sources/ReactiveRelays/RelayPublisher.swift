public import CombineShim

/// A publisher of a relay's values: a relay of this library or a read-only view of one.
///
/// New subscribers first receive the values that the relay retains: a ``BehaviorRelay`` replays its
/// current value, a ``ReplayRelay`` its last values, and a ``PublishRelay`` nothing. A function
/// that takes `some RelayPublisher<Int>` accepts relays and their views:
///
/// ```swift
/// func log(_ counts: some RelayPublisher<Int>) -> AnyCancellable {
///   counts.sink { print($0) }
/// }
/// ```
///
/// Only types of this library conform, and only this library uses ``source``. See
/// <doc:RelayContract>.
public protocol RelayPublisher<Output>: Publisher, Sendable where Failure == Never {
  /// The source of the values, which the methods of this protocol subscribe to.
  var source: RelaySource<Output> { get }
}

// These `sink` methods shadow OpenCombine's, whose subscriber takes a lock for every value.

extension RelayPublisher {
  /// Subscribes a closure to the retained values, oldest first, and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   retained values, such as the current one, arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    source.subscribe(receiveValue)
  }

  /// Subscribes closures to the retained values and all later ones, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it;
  ///     retained values, such as the current one, arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    source.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which receives values on the threads that accept and that request.
  ///
  /// See <doc:RelayContract#R7-Demand>.
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    source.subscribe(subscriber)
  }
}

extension BehaviorRelay: RelayPublisher {
  /// The source of the values for the methods of ``RelayPublisher``.
  @inlinable public var source: RelaySource<Output> { RelaySource(core) }
}

extension PublishRelay: RelayPublisher {
  /// The source of the values for the methods of ``RelayPublisher``.
  @inlinable public var source: RelaySource<Output> { RelaySource(core) }
}

extension ReplayRelay: RelayPublisher {
  /// The source of the values for the methods of ``RelayPublisher``.
  @inlinable public var source: RelaySource<Output> { RelaySource(core) }
}

/// The values of a relay, as one view publishes them: until the relay or a scope finishes.
///
/// It does not keep the relay alive. Only this library creates and uses sources. See
/// ``RelayPublisher``.
public struct RelaySource<Output>: Sendable {
  @usableFromInline let core: ValueRelayCore<Output>
  /// The scope of its subscribers; `nil` for those that finish with the relay.
  @usableFromInline let scope: RelayScope?
  /// True if its subscribers use the relay, false if they only follow it.
  @usableFromInline let isUse: Bool

  @inlinable @inline(__always)
  package init(_ core: ValueRelayCore<Output>, in scope: RelayScope? = nil, isUse: Bool = true) {
    self.core = core
    self.scope = scope
    self.isUse = isUse
  }

  /// The same values, for subscribers of which the relay is not in use.
  package var following: Self { Self(core, in: scope, isUse: false) }

  /// True if the relay is in use.
  package var isInUse: Bool { core.isInUse }

  /// A use of the relay by something that is no subscriber; it has not begun.
  package var use: RelayUse { RelayUse(of: core) }

  /// Returns whether the relay has ended, without keeping it or its values alive.
  package var hasEnded: @Sendable () -> Bool {
    { [weak core, weak scope, hasScope = scope != nil] in
      guard let core else { return true }
      return core.withState { state in
        state.isEnding || hasScope && (scope?.hasEnded ?? true)
      }
    }
  }

  /// The current value: the last one if the scope has ended.
  @inlinable package var current: Output { scope == nil ? core.current : versioned.0 }

  /// The current value and its version.
  @usableFromInline package var versioned: (Output, UInt) {
    guard let scope else { return core.versioned }
    let current: (Output, UInt)? = core.withState { state in
      // SAFETY: as for `current`.
      scope.hasEnded ? nil : (core.latest.unsafelyUnwrapped, state.version)
    }
    return current ?? core.ended(scope).versioned
  }

  @inlinable
  package func subscribe(
    _ receiveValue: consuming @escaping (Output) -> Void,
    finish: consuming (() -> Void)? = nil
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: finish, in: scope, isUse: isUse)
  }

  /// Subscribes a closure; a cancel calls `beforeCancel` first and `afterCancel` last.
  // NB: The result is released under exclusive access to it; by then the target of an ended subscription
  // owns no object of the caller, and `beforeCancel` and `afterCancel` must own none.
  @inlinable
  package func subscribe(
    _ receiveValue: consuming @escaping (Output) -> Void,
    beforeCancel: @escaping () -> Void,
    afterCancel: @escaping () -> Void = {}
  ) -> AnyCancellable {
    let target = core.subscribeClosures(receiveValue, in: scope, isUse: isUse)
    return AnyCancellable {
      beforeCancel()
      target.cancel()
      afterCancel()
    }
  }

  @inlinable
  func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber, in: scope, isUse: isUse)
  }
}

extension RelayPublisher {
  /// The number of current subscribers.
  ///
  /// It counts a subscriber from its subscription to its cancellation or completion, also during a
  /// delivery. Each operator, `for await` loop or view that observes the relay is one subscriber. A
  /// read-only view counts all subscribers of its relay; the states of a `LoadInterest` count those
  /// of the interest.
  ///
  /// Any thread may read it. While other threads subscribe or cancel, it is the number at one point
  /// of the call. A finished relay has no subscribers. See
  /// <doc:RelayContract#R13-The-number-of-subscribers>.
  ///
  /// ```swift
  /// let query = BehaviorRelay("")
  /// let subscription = query.sink { print($0) }
  /// print(query.subscriberCount)  // 1
  /// subscription.cancel()
  /// print(query.subscriberCount)  // 0
  /// ```
  public var subscriberCount: Int { source.subscriberCount }
}

extension RelaySource {
  /// The number of current subscribers of the relay or the scope.
  var subscriberCount: Int {
    if let scope { core.withState { _ in scope.count } } else { core.subscriberCount }
  }

  /// The subscribers in words for a debugger: `2 subscribers`.
  package var subscribersInWords: String {
    let count = subscriberCount
    return "\(count) \(count == 1 ? "subscriber" : "subscribers")"
  }

  /// The subscribers, and the loader or source location of the relay.
  var debugDetails: [String?] { [subscribersInWords, core.originInWords] }
}
