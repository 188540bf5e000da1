/// A relay that holds a current value and publishes every change, the current value first.
///
/// A view model stores the text of its search field in a behavior relay, and the results follow it:
///
/// ```swift
/// let query = BehaviorRelay("")
/// let subscription = query.sink { print("searching for", $0) }  // searching for
/// query.accept("swift")                                         // searching for swift
/// query.update { $0 += " relay" }                               // searching for swift relay
/// print(query.value)                                            // swift relay
/// ```
///
/// ```
/// query       ""---swift---swift relay---
/// subscribes            ^
/// receives              swift---swift relay---
/// ```
///
/// A relay has one total order of values, queues re-entrant accepts, calls subscribers in
/// subscription order, and calls them outside the lock. See <doc:RelayContract>.
public final class BehaviorRelay<Output: Sendable>: Relay {
  @usableFromInline package let core: ValueRelayCore<Output>

  /// Creates a relay with its first value.
  ///
  /// The source location names this relay in the report of an endless chain. See
  /// <doc:RelayContract#R11-Endless-chains>.
  @inlinable
  public init(
    _ initial: Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let creationSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    core = ValueRelayCore(depth: 1, latest: initial, creationSite: creationSite)
  }

  /// Creates the relay of a core that others may use already; its end finishes the core.
  package init(_ core: ValueRelayCore<Output>) { self.core = core }

  deinit { core.finish() }

  /// The last accepted value, even while its delivery is still queued.
  @inlinable public var value: Output { core.current }

  /// Makes `value` the current value and delivers it.
  ///
  /// Any thread may call this, also inside a subscriber's callback. If no delivery runs, all
  /// subscribers with demand have received the value when this returns. Otherwise the value is
  /// queued and this returns immediately. See <doc:RelayContract#R3-Serial-delivery>.
  ///
  /// - Parameter value: The new current value.
  @inlinable
  public func accept(_ value: Output) { core.accept(value) }

  /// Changes the value by a compare-and-swap, atomically with respect to every other accept.
  ///
  /// `body` runs outside the lock, and runs again if another accept happens in between. If it
  /// accepts on this relay itself, an issue is reported that names the relay; `body` then runs once
  /// more, and its result replaces the inner change. See <doc:RelayContract#R10-Atomic-updates>.
  ///
  /// - Parameter body: A closure without side effects that changes the value in place.
  /// - Returns: The result of the run of `body` that was committed.
  /// - Throws: The error of `body`; then nothing is accepted.
  @inlinable @discardableResult
  public func update<R, E: Error>(_ body: (inout Output) throws(E) -> R) throws(E) -> R {
    var isReported = false
    while true {
      var (value, version) = core.beginUpdate()
      let result: R
      do {
        result = try body(&value)
      } catch {
        core.abandonUpdate()
        throw error
      }
      switch core.endUpdate(value, readAt: version, replacing: isReported) {
      case .accepted: return result
      case .conflict: continue
      case .selfConflict:
        isReported = true
        core.reportSelfConflict()
      }
    }
  }

  /// A view of this relay without `accept`, which keeps the relay alive.
  public var readOnly: ReadOnlyRelay<Output> { ReadOnlyRelay(self) }
}

// MARK: For owners inside the library

extension BehaviorRelay {
  /// True if the relay is in use: it has a subscriber that does not only follow, or another use.
  package var isInUse: Bool { core.isInUse }

  /// The current ``isInUse``, followed by every change in order.
  package var usage: ReadOnlyRelay<Bool> { ReadOnlyRelay(RelaySource(core.usage.states)) }

  /// Finishes this relay for its subscribers, even while views keep it alive.
  @usableFromInline
  package func finish() { core.finish() }
}

extension ValueRelayCore {
  // SAFETY: only for relays created with a value, and a relay never loses its latest value.
  @inlinable package var current: Value { withState { _ in latest.unsafelyUnwrapped } }

  @inlinable var versioned: (Value, UInt) {
    withState { state in (latest.unsafelyUnwrapped, state.version) }
  }
}

extension BehaviorRelay: Described {
  package var objectText: ObjectText {
    ObjectText("BehaviorRelay(\(shortText(value, isQuoted: true)))")
  }
  package var debugDetails: [String?] { source.debugDetails }
  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["value": value, "subscribers": subscriberCount]
  }
}

// MARK: For owners of two relays that change together

extension ValueRelayCore {
  /// A value that has its position in the order and is not delivered yet.
  ///
  /// It is a class so that owners that are generic over the value need not look up its layout.
  package final class PendingDelivery {
    fileprivate let value: Value
    fileprivate let pass: DeliveryPass?
    private let old: Value?

    fileprivate init(_ value: Value, _ pass: DeliveryPass?, replacing old: Value?) {
      self.value = value
      self.pass = pass
      self.old = old
    }
  }

  /// Makes `value` the current value immediately; ``deliver(_:)`` delivers it later.
  ///
  /// An owner that calls this for two relays under its own lock changes both atomically. The caller
  /// must deliver the result outside the lock.
  package func commit(_ value: Value) -> PendingDelivery {
    var old: Value?
    let pass = withState { commit(value, in: &$0, replacing: &old) }
    return PendingDelivery(value, pass, replacing: old)
  }

  /// Makes `value` the current value, as ``commit(_:)`` does, for an owner that holds the lock.
  package func commitLocked(_ value: Value) -> PendingDelivery {
    var old: Value?
    let pass = commit(value, in: &state, replacing: &old)
    return PendingDelivery(value, pass, replacing: old)
  }

  /// Delivers a pending value, or leaves it to the thread that delivers now.
  package func deliver(_ pending: PendingDelivery) { deliver(pending.value, in: pending.pass) }
}

extension BehaviorRelay {
  package typealias PendingDelivery = ValueRelayCore<Output>.PendingDelivery

  package func commit(_ value: Output) -> PendingDelivery { core.commit(value) }

  package func deliver(_ pending: PendingDelivery) { core.deliver(pending) }
}
