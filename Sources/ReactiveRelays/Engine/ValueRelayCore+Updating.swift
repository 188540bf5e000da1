/// The outcome of an attempt to commit the result of an update's closure.
@usableFromInline
enum UpdateResult {
  case accepted
  /// Another accept happened in between.
  case conflict
  /// The closure itself accepted, so that every attempt would conflict (<doc:RelayContract#R10-Atomic-updates>).
  case selfConflict
}

extension RelayState {
  /// Counts an accept for the running updates of this thread; called under the lock.
  @usableFromInline
  mutating func countAccept() {
    guard !updates.isEmpty else { return }
    let thread = ThreadIdentity.current
    for index in updates.indices where updates[index].thread == thread {
      updates[index].accepts += 1
    }
  }

  @usableFromInline
  mutating func beginUpdate() {
    updates.append((ThreadIdentity.current, accepts: 0))
    hasExtraWork = true
  }

  /// Ends the innermost update of this thread, and returns the number of accepts of its closure.
  @usableFromInline
  mutating func endUpdate() -> UInt {
    let thread = ThreadIdentity.current
    guard let index = updates.lastIndex(where: { $0.thread == thread }) else { return 0 }
    return updates.remove(at: index).accepts
  }
}

extension ValueRelayCore {
  /// Starts an update, and returns the value to change and its version.
  ///
  /// Accepts of this thread are counted until `endUpdate`, or `abandonUpdate` if the closure
  /// throws.
  @inlinable
  func beginUpdate() -> (Value, UInt) {
    withState { state in
      state.beginUpdate()
      // SAFETY: only for relays created with a value, and a relay never loses its latest value.
      return (latest.unsafelyUnwrapped, state.version)
    }
  }

  @inlinable
  func abandonUpdate() { withState { state in _ = removeUpdate(&state) } }

  /// Accepts the result of a closure, unless another accept happened after `version` was read.
  ///
  /// If `replaces` is true, the result replaces the values that the closure itself has accepted.
  @inlinable
  func endUpdate(_ value: Value, readAt version: UInt, replacing replaces: Bool) -> UpdateResult {
    var old: Value?
    var pass: DeliveryPass?
    let end: UpdateResult = withState { state in
      let own = removeUpdate(&state)
      guard own == 0 || replaces else { return .selfConflict }
      guard state.version == version &+ own else { return .conflict }
      pass = commit(value, in: &state, replacing: &old)
      return .accepted
    }
    release(old)
    if case .accepted = end { deliver(value, in: pass) }
    return end
  }

  /// Ends an update, and returns the number of accepts of its closure; called under the lock.
  @inlinable
  func removeUpdate(_ state: inout RelayState) -> UInt {
    let own = state.endUpdate()
    state.hasExtraWork = mustShift(state) || !state.updates.isEmpty
    return own
  }

  @usableFromInline
  func reportSelfConflict() {
    creationSite.report(
      """
      A closure of 'update' changed the relay that it updates. The relay was created at \
      \(creationSite.textWithModule).

      The closure called 'accept' or 'update' on that relay, directly or through another relay. It \
      now runs once more, and its result replaces the inner change.

      In the closure, change only its inout value. Accept other values after 'update' has returned.
      """
    )
  }
}
