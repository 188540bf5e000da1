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
    withRoster { roster in
      if isVisible { scope.last = finishedCopy(version: roster.version) }
      let isAlone = !scope.hasSeveral
      scope.end { target in
        let target = unsafeDowncast(target, to: ValueTarget<Value>.self)
        if let target = ended(target, isAlone: isAlone, &roster) { done = target }
      }
      if !handedOver.isEmpty, !detain() { park(&roster) }
    }
    done?.conclude()
    deliverParked()
  }

  /// A finished core with the current value.
  private func finishedCopy(version: UInt) -> RelayCore {
    let copy = ValueRelayCore(depth: 1, latest: latest, origin: origin)
    copy.withRoster { roster in
      (roster.isEnding, roster.isClosed) = (true, true)
      roster.version = version
    }
    return copy
  }

  /// Ends a target whose scope has ended; returns it if the caller must conclude it.
  ///
  /// Called under the lock.
  private func ended(
    _ target: ValueTarget<Value>,
    isAlone: Bool,
    _ roster: inout Roster
  ) -> RelayTarget? {
    guard target.isLive else { return nil }
    target.shut()
    if target.isOwed { retain(for: target, roster) }
    target.isFinishing = true
    // Its server, or the demand for the retained value, finishes it.
    if target.isActive || !target.backlog.isEmpty { return nil }
    // A delivery may be inside the subscriber: the delivering thread finishes it afterwards. The
    // completion of one of several targets may cancel another, which must not finish then.
    if !isAlone || detain() {
      target.isActive = true
      target.isHandedOver = true
      handedOver.append(target)
      return nil
    }
    var survivor: RelayTarget?
    end(target, keeping: &survivor)
    target.isDropped = true
    return detach(.passUnretained(target), from: &roster)?.takeRetainedValue() ?? target
  }

  /// Retains the current value for a target that has not received it for lack of demand.
  private func retain(for target: ValueTarget<Value>, _ roster: borrowing Roster) {
    guard let latest else { return }
    target.miss(roster.version - 1 - target.seen)
    target.backlog.append(BacklogEntry(latest, target.owedTally))
    target.owedTally = nil
    target.seen = roster.version
    target.isOwed = false
  }
}

extension RelayTarget {
  /// Delivers the completion and releases what the target owns, outside the lock.
  fileprivate final func conclude() {
    finish()
    drop()
  }
}
