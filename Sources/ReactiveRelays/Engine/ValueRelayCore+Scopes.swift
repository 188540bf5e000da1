// The end of some subscribers, while the relay continues.

extension ValueRelayCore {
  /// Finishes the subscribers of a scope, each after the values that it was to receive before.
  ///
  /// No later value reaches them. A subscriber that is inside a callback finishes after it, on that
  /// thread; one that has no demand for the current value receives that value first.
  ///
  /// - Parameters:
  ///   - scope: The scope, which ends now.
  ///   - isVisible: True if a later subscriber may join the scope: it receives the current value
  ///     and the completion.
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

  /// A finished core with the current value.
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
    end(target, keeping: &survivor)
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
