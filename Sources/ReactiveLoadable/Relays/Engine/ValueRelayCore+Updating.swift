import IssueReporting

/// An update whose closure a thread is running.
@usableFromInline
struct RunningUpdate: Sendable {
  let thread: UInt
  /// How many accepts this thread has made on the relay since the closure began.
  var accepts: UInt = 0
}

/// What becomes of the result of an update's closure.
@usableFromInline
enum UpdateEnd {
  case accepted
  /// Another accept came in between.
  case overtaken
  /// The closure itself accepted, so that it would be overtaken each time (R10).
  case selfOvertaken
}

extension Roster {
  /// Under the lock: counts an accept for the updates of this thread, inside whose closures it is made.
  @usableFromInline
  mutating func noteAccept() {
    guard !updates.isEmpty else { return }
    let thread = ThreadIdentity.current
    for index in updates.indices where updates[index].thread == thread {
      updates[index].accepts += 1
    }
  }

  @usableFromInline
  mutating func beginUpdate() {
    updates.append(RunningUpdate(thread: ThreadIdentity.current))
    isEventful = true
  }

  /// Ends the innermost update of this thread; returns how often its closure accepted.
  @usableFromInline
  mutating func endUpdate() -> UInt {
    let thread = ThreadIdentity.current
    guard let index = updates.lastIndex(where: { $0.thread == thread }) else { return 0 }
    return updates.remove(at: index).accepts
  }
}

extension ValueRelayCore {
  /// Returns the value to be changed and its version, and notes from now on what this thread accepts.
  ///
  /// It is ended by `endUpdate`, or by `abandonUpdate` if the closure throws.
  @inlinable
  func beginUpdate() -> (Value, UInt) {
    roster.withLock { roster in
      roster.beginUpdate()
      // SAFETY: only for relays that are made with a value, and a relay never loses its latest value.
      return (latest.unsafelyUnwrapped, roster.version)
    }
  }

  @inlinable
  func abandonUpdate() { roster.withLock { roster in _ = leaveUpdate(&roster) } }

  /// Accepts the result of a closure, unless another accept came after `version` was read.
  ///
  /// With `replaces` the result replaces what the closure itself has accepted.
  @inlinable
  func endUpdate(_ value: Value, readAt version: UInt, replacing replaces: Bool) -> UpdateEnd {
    var old: Value?
    var round: Round?
    let end: UpdateEnd = roster.withLock { roster in
      let own = leaveUpdate(&roster)
      guard own == 0 || replaces else { return .selfOvertaken }
      guard roster.version == version &+ own else { return .overtaken }
      round = place(value, in: &roster, replacing: &old)
      return .accepted
    }
    release(old)
    if case .accepted = end { deliver(value, in: round) }
    return end
  }

  /// Under the lock.
  @inlinable
  func leaveUpdate(_ roster: inout Roster) -> UInt {
    let own = roster.endUpdate()
    roster.isEventful = mustShift(roster) || !roster.updates.isEmpty
    return own
  }

  @usableFromInline
  func reportSelfOvertaken() {
    reportIssue(
      """
      A closure of 'update' changed the relay that it updates. The relay was made at \
      \(origin.description).

      The closure called 'accept' or 'update' on that relay, itself or by way of another relay. It \
      now runs once more, and its result replaces the inner change.

      Change only the value that the closure is given, and accept other values after 'update' has \
      returned.
      """,
      fileID: origin.fileID,
      filePath: origin.filePath,
      line: origin.line,
      column: origin.column
    )
  }
}
