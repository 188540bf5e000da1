public import CombineShim
import Synchronization

extension BehaviorRelay where Output: Equatable {
  /// Binds two relays in both directions, without an echo.
  ///
  /// The other relay first accepts the value of this one. After that, a change of either relay is
  /// propagated to the other, once:
  ///
  /// ```
  /// left    1-----3-----
  /// right   2(1)--3--
  /// ```
  ///
  /// The binding follows these rules:
  /// - A propagated value is never sent back.
  /// - Both relays have the same value as soon as neither accepts any more.
  /// - Each relay receives values of the other in their order. It may skip values that are replaced
  ///   before they are propagated.
  /// - If both relays change at the same time, the value of this one (the left side) replaces the
  ///   other.
  ///
  /// A value that does not equal itself, such as `Double.nan`, is a change each time that it is
  /// accepted, and is propagated once each time. In a cycle of bindings it causes an endless chain.
  /// See <doc:RelayContract#R11-Endless-chains>.
  ///
  /// The binding keeps neither relay alive. It ends with either of them.
  ///
  /// - Parameter other: The right side. Binding a relay to itself does nothing.
  /// - Returns: The binding, which is cancelled when it is released.
  public func bindTwoWay(to other: BehaviorRelay<Output>) -> AnyCancellable {
    guard self !== other else { return AnyCancellable {} }
    let binding = TwoWayBinding(core, other.core)
    binding.start()
    return AnyCancellable(binding.end)
  }
}

/// The link that propagates changes between two relays, one thread at a time.
///
/// It does not forward received values. It compares the two relays and resolves the difference, so
/// there is no echo, and concurrent changes on both sides cannot chase each other.
private final class TwoWayBinding<Output: Equatable & Sendable>: Sendable {
  /// The objects that a binding owns until it ends; they are released outside the lock.
  private struct State: Sendable {
    let left: ValueRelayCore<Output>
    let right: ValueRelayCore<Output>
    var lastSync: Sync?
    var targets: [ClosureTarget<Output>] = []
  }

  /// The value and the versions of both sides when they were last equal.
  ///
  /// The versions detect later changes, even of a value that does not equal itself.
  // NB: An object, because the code that copies the value in place is a tenth of this module.
  private final class Sync: Sendable {
    let value: Output
    let leftVersion: UInt
    let rightVersion: UInt

    init(_ value: Output, _ leftVersion: UInt, _ rightVersion: UInt) {
      (self.value, self.leftVersion, self.rightVersion) = (value, leftVersion, rightVersion)
    }
  }

  /// `nil` when the binding has ended, so that its `AnyCancellable` then owns no value.
  private let state: Lock<State?>
  /// The number of calls that wait for the thread that propagates.
  private let calls = Atomic<Int>(0)

  init(_ left: ValueRelayCore<Output>, _ right: ValueRelayCore<Output>) {
    state = Lock(State(left: left, right: right))
  }

  /// Starts to propagate changes, until one of the relays ends.
  func start() {
    guard let state = state.withLock({ $0 }) else { return }
    for core in [state.left, state.right] {
      let target = core.subscribeClosures({ _ in self.propagate() }, finish: { self.end() })
      let hasEnded = self.state.withLock { state in
        state?.targets.append(target)
        return state == nil
      }
      if hasEnded { target.cancel() }
    }
  }

  /// Ends the binding; any thread may call this, and more than once.
  func end() {
    let ended = state.withLock { $0.take() }
    for target in ended?.targets ?? [] { target.cancel() }
  }

  /// Makes both sides equal, or leaves that to the thread that propagates now.
  func propagate() {
    var count = calls.add(1, ordering: .acquiringAndReleasing).newValue
    guard count == 1 else { return }
    while count > 0 {
      while !reconcile() {}
      count = calls.subtract(count, ordering: .acquiringAndReleasing).newValue
    }
  }

  /// Attempts once to make both sides equal.
  ///
  /// Returns false if a side changed during the attempt.
  private func reconcile() -> Bool {
    guard let state = state.withLock({ $0 }) else { return true }
    let (left, right, last) = (state.left, state.right, state.lastSync)
    let (l, leftVersion) = left.versioned
    let (r, rightVersion) = right.versioned
    let isLeftNew = last?.leftVersion != leftVersion
    guard isLeftNew || last?.rightVersion != rightVersion else { return true }
    guard l != r else { return recordSync(of: l, leftVersion, rightVersion) }
    if isLeftNew, last?.value != l {
      return right.accept(l, ifVersionIs: rightVersion)
        && recordSync(of: l, leftVersion, rightVersion &+ 1)
    }
    return left.accept(r, ifVersionIs: leftVersion)
      && recordSync(of: r, leftVersion &+ 1, rightVersion)
  }

  /// Records the value that both sides have.
  ///
  /// The previous value is released outside the lock.
  private func recordSync(of value: Output, _ leftVersion: UInt, _ rightVersion: UInt) -> Bool {
    let sync = Sync(value, leftVersion, rightVersion)
    let old = state.withLock { state in
      defer { state?.lastSync = sync }
      return state?.lastSync
    }
    return withExtendedLifetime(old) { true }
  }
}
