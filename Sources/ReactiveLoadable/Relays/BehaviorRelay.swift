/// A value that changes over time and tells its subscribers, the current value first.
///
/// A view model keeps the text of its search field in one. The field accepts, the results follow:
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
/// joins                 ^
/// sees                  swift---swift relay---
/// ```
///
/// It keeps <doc:RelayContract>: one total order, re-entrant accepts queued, subscribers served in
/// the order they came, nothing called under a lock.
public final class BehaviorRelay<Output: Sendable>: Relay {
  /// Relays never fail.
  public typealias Failure = Never

  @usableFromInline let core: ValueRelayCore<Output>

  /// Creates a relay with its first value.
  ///
  /// The source location names this relay when a chain without end is reported (R11).
  @inlinable
  public init(
    _ initial: Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let origin = Origin(fileID, filePath, line, column)
    core = ValueRelayCore(depth: 1, latest: initial, origin: origin)
  }

  deinit { core.finish() }

  /// The last value accepted, even while its delivery still waits in the queue (R2).
  @inlinable public var value: Output { core.current }

  /// Makes `value` the current value and delivers it (R1, R2, R3).
  ///
  /// Safe on any thread and inside any subscriber. If no delivery runs, all subscribers with demand
  /// have received it when this returns; else it is queued, and this returns at once.
  @inlinable
  public func accept(_ value: Output) { core.accept(value) }

  /// Changes the value atomically against every other accept (R10).
  ///
  /// - Parameter body: Changes the value in place. It runs outside the lock, and runs again if another
  ///   accept came in between, so it must be free of effects. If it accepts on this relay itself, an
  ///   issue is reported that names the relay; it runs once more and replaces the inner change.
  /// - Returns: What the run of `body` returned whose value was accepted.
  /// - Throws: What `body` throws; then nothing is accepted.
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
      case .overtaken: continue
      case .selfOvertaken:
        isReported = true
        core.reportSelfOvertaken()
      }
    }
  }

  /// A view without `accept`, which keeps this relay alive (R9).
  public var readOnly: ReadOnlyRelay<Output> { ReadOnlyRelay(self) }
}

// MARK: for owners inside the library

extension BehaviorRelay {
  /// Runs `decide` under the relay's lock and accepts what it returns first, at that place.
  ///
  /// This lets a state machine be guarded by the relay itself, so that the order of the states is
  /// the order of the machine. `decide` runs the library's own code only. Delivery happens outside
  /// the lock, `prepare` before that. Old things leave through the result, to be released by the caller.
  @inlinable
  func transition<R>(
    _ decide: () -> (Output?, R),
    beforeDelivery prepare: (R) -> Void = { _ in }
  ) -> R {
    core.transition(decide, beforeDelivery: prepare)
  }

  /// Calls `body` whenever somebody subscribes while nobody is subscribed, outside every lock.
  ///
  /// Returns whether somebody is subscribed now.
  func onFirstSubscriber(_ body: @escaping @Sendable () -> Void) -> Bool {
    let (isObserved, _) = core.roster.withLock { roster in
      let before = roster.firstSubscribed
      roster.firstSubscribed = body
      return (roster.live > 0, before)
    }
    return isObserved
  }

  /// Ends this relay for its subscribers, though views may keep it alive (R9).
  @usableFromInline
  package func finish() { core.finish() }
}

extension ValueRelayCore {
  // SAFETY: only for relays that are made with a value, and a relay never loses its latest value.
  @inlinable var current: Value { roster.withLock { _ in latest.unsafelyUnwrapped } }

  @inlinable var versioned: (Value, UInt) {
    roster.withLock { roster in (latest.unsafelyUnwrapped, roster.version) }
  }
}
