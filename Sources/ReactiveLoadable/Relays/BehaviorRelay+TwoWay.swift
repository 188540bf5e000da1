public import CombineShim
import Synchronization

extension BehaviorRelay where Output: Equatable {
  /// Keeps two relays equal, whichever of them changes, without an echo (R12).
  ///
  /// At the start the other relay takes the value of this one. From then on a change on one side is
  /// carried to the other, once:
  ///
  /// ```
  /// left    1-----3-----
  /// right   2(1)--3--
  /// ```
  ///
  /// What is promised: a value that a side took from the other is never sent back; when nobody
  /// accepts any more, both have the same value; each side sees values of the other in their order,
  /// but may skip some that were replaced before they could be carried. If both sides change at the
  /// same time, the left one wins, and what the right one had is replaced.
  ///
  /// A value that does not equal itself, such as `Double.nan`, counts as a change each time that it is
  /// accepted, and is carried once each time. Around a ring of bindings it would run for ever (R11).
  ///
  /// The binding keeps neither relay alive. It ends with either of them.
  ///
  /// - Parameter other: The right side. Binding a relay to itself does nothing.
  /// - Returns: The binding, which ends when this is dropped.
  public func bindTwoWay(to other: BehaviorRelay<Output>) -> AnyCancellable {
    guard self !== other else { return AnyCancellable {} }
    let link = TwoWayLink(core, other.core)
    link.follow()
    return AnyCancellable(link.end)
  }
}

/// Carries changes between two relays, one thread at a time.
///
/// It does not forward what it is told, but compares the two relays and mends the difference. So
/// there is nothing to echo, and concurrent changes on both sides cannot chase each other.
private final class TwoWayLink<Output: Equatable & Sendable>: Sendable {
  /// What a binding owns until it ends; it is released outside the lock.
  private struct State: Sendable {
    let left: ValueRelayCore<Output>
    let right: ValueRelayCore<Output>
    var agreed: Agreement?
    var targets: [ClosureTarget<Output>] = []
  }

  /// `nil` when the binding has ended, so that the `AnyCancellable` of an ended one owns no value.
  private let state: Lock<State?>
  /// How many calls wait for the thread that carries.
  private let calls = Atomic<Int>(0)

  /// What both sides had when they were equal last.
  ///
  /// The versions say what has changed since, whether or not the value equals itself.
  private struct Agreement: Sendable {
    let value: Output
    let leftVersion: UInt
    let rightVersion: UInt
  }

  init(_ left: ValueRelayCore<Output>, _ right: ValueRelayCore<Output>) {
    state = Lock(State(left: left, right: right))
  }

  /// Begins to carry, until one of the relays ends.
  func follow() {
    guard let state = state.withLock({ $0 }) else { return }
    for core in [state.left, state.right] {
      let target = core.join({ _ in self.carry() }, finish: { self.end() })
      let isOver = self.state.withLock { state in
        state?.targets.append(target)
        return state == nil
      }
      if isOver { target.cancel() }
    }
  }

  /// Ends the binding; any thread may call this, and more than once.
  func end() {
    let ended = state.withLock { $0.take() }
    for target in ended?.targets ?? [] { target.cancel() }
  }

  /// Makes both sides equal, or leaves that to the thread that is doing it.
  func carry() {
    var seen = calls.add(1, ordering: .acquiringAndReleasing).newValue
    guard seen == 1 else { return }
    while seen > 0 {
      while !mend() {}
      seen = calls.subtract(seen, ordering: .acquiringAndReleasing).newValue
    }
  }

  /// One attempt.
  ///
  /// False: a side changed meanwhile.
  private func mend() -> Bool {
    guard let state = state.withLock({ $0 }) else { return true }
    let (left, right, last) = (state.left, state.right, state.agreed)
    let (l, leftVersion) = left.versioned
    let (r, rightVersion) = right.versioned
    let isLeftNew = last?.leftVersion != leftVersion
    guard isLeftNew || last?.rightVersion != rightVersion else { return true }
    guard l != r else { return agree(on: l, leftVersion, rightVersion) }
    if isLeftNew, last?.value != l {
      return right.accept(l, ifVersionIs: rightVersion)
        && agree(on: l, leftVersion, rightVersion &+ 1)
    }
    return left.accept(r, ifVersionIs: leftVersion)
      && agree(on: r, leftVersion &+ 1, rightVersion)
  }

  /// Notes what both sides have.
  ///
  /// The value before it is released outside the lock.
  private func agree(on value: Output, _ leftVersion: UInt, _ rightVersion: UInt) -> Bool {
    let new = Agreement(value: value, leftVersion: leftVersion, rightVersion: rightVersion)
    let old = state.withLock { state in
      let old = state?.agreed
      state?.agreed = new
      return old
    }
    return withExtendedLifetime(old) { true }
  }
}
