/// Some subscribers of a relay that finish together, while the relay continues.
///
/// The subscribers of one interest in a cached key are a scope: the relay of the key serves them,
/// and they receive a completion when the interest ends. The scope outlives its targets' references
/// to it, because its owner ends it first.
// SAFETY: every `var` is guarded by the lock of the relay's state, hence `unchecked`.
@usableFromInline
package final class RelayScope: @unchecked Sendable {
  /// True if later subscribers receive the last value and the completion.
  @exclusivity(unchecked) @usableFromInline private(set) var hasEnded = false
  /// The finished core that has the last value; `nil` if no view of the scope can reach it.
  @exclusivity(unchecked) @usableFromInline var last: RelayCore?
  /// The only target, or one of several.
  @exclusivity(unchecked) private var first: Unmanaged<RelayTarget>?
  @exclusivity(unchecked) private var others: [ObjectIdentifier: Unmanaged<RelayTarget>] = [:]

  /// True if the scope may have more than one target; read under the lock.
  var hasSeveral: Bool { !others.isEmpty }

  /// The number of targets; read under the lock.
  var count: Int { others.count + (first == nil ? 0 : 1) }

  package init() {}

  /// Adds a target that is in the list; called under the lock.
  @usableFromInline
  func add(_ target: RelayTarget) {
    target.scope = .passUnretained(self)
    if first == nil {
      first = .passUnretained(target)
    } else {
      others[ObjectIdentifier(target)] = .passUnretained(target)
    }
  }

  /// Removes a target that has ended; called under the lock.
  func remove(_ target: RelayTarget) {
    target.scope = nil
    if first?.toOpaque() == Unmanaged.passUnretained(target).toOpaque() {
      first = nil
    } else {
      others[ObjectIdentifier(target)] = nil
    }
  }

  /// Ends the scope, and calls `body` with each of its targets, in the order of the list.
  ///
  /// Called under the lock.
  func end(_ body: (RelayTarget) -> Void) {
    hasEnded = true
    guard !others.isEmpty else {
      if let first = first.take() { first._withUnsafeGuaranteedRef { detach($0, body) } }
      return
    }
    var all = others.values.map { $0.takeUnretainedValue() }
    if let first = first.take() { all.append(first.takeUnretainedValue()) }
    others = [:]
    for target in all.inOrder(of: { UInt(bitPattern: $0.index) }) { detach(target, body) }
  }

  private func detach(_ target: RelayTarget, _ body: (RelayTarget) -> Void) {
    target.scope = nil
    body(target)
  }
}

extension ValueRelayCore {
  /// Finishes the subscribers of a scope, each after the values that it was to receive before.
  ///
  /// No later value reaches them. A subscriber that is inside a callback finishes after it, on that
  /// thread; one that has no demand for the current value receives that value first. A later
  /// subscriber may join a visible scope: it receives the current value and the completion.
  package func finish(_ scope: RelayScope, isVisible: Bool) {
    var done: RelayTarget?
    withState { state in
      if isVisible { scope.last = finishedCopy(version: state.version) }
      let isOnlyTarget = !scope.hasSeveral
      scope.end { target in
        let target = unsafeDowncast(target, to: ValueTarget<Value>.self)
        if let target = ended(target, isOnlyTarget: isOnlyTarget, &state) { done = target }
      }
      if !handedOff.isEmpty, !requestDrain() { park(&state) }
    }
    done?.conclude()
    deliverParked()
  }

  private func finishedCopy(version: UInt) -> RelayCore {
    let copy = ValueRelayCore(depth: 1, latest: latest, creationSite: creationSite)
    copy.withState { state in
      (state.isEnding, state.isClosed) = (true, true)
      state.version = version
    }
    return copy
  }

  /// Ends a target whose scope has ended; returns it if the caller must conclude it.
  ///
  /// Called under the lock.
  private func ended(
    _ target: ValueTarget<Value>,
    isOnlyTarget: Bool,
    _ state: inout RelayState
  ) -> RelayTarget? {
    guard target.isLive else { return nil }
    target.shut()
    if target.hasPending { retain(for: target, state) }
    target.isFinishing = true
    // Its server, or the demand for the retained value, finishes it.
    if target.isActive || !target.backlog.isEmpty { return nil }
    // A delivery may be inside the subscriber: the delivering thread finishes it afterwards. The
    // completion of one of several targets may cancel another, which must not finish then.
    if !isOnlyTarget || requestDrain() {
      target.isActive = true
      target.isHandedOff = true
      handedOff.append(target)
      return nil
    }
    var survivor: RelayTarget?
    end(target, &state, keeping: &survivor)
    target.isDropped = true
    return detach(.passUnretained(target), from: &state)?.takeRetainedValue() ?? target
  }

  /// Retains the current value for a target that has not received it for lack of demand.
  private func retain(for target: ValueTarget<Value>, _ state: borrowing RelayState) {
    guard let latest else { return }
    target.miss(state.version - 1 - target.seen)
    target.backlog.append(BacklogEntry(latest, target.pendingCounter))
    target.pendingCounter = nil
    target.seen = state.version
    target.hasPending = false
  }
}

extension RelayTarget {
  /// Delivers the completion and releases what the target owns, outside the lock.
  fileprivate final func conclude() {
    finish()
    drop()
  }
}
