/// Follows the parts of a zip for one subscriber, and delivers what they say together.
///
/// What was delivered last is guarded by the lock of the relay that delivers, and the parts are
/// looked at inside it, so that the order of the states is the order of the moments.
final class ZipStorage<Value, Failure: Error> {
  typealias State = Loadable<Value, Failure>

  /// What the subscriber is served by; it remembers the last state for one without demand.
  let core = ValueRelayCore<State>(
    depth: 1,
    latest: nil,
    origin: Origin(#fileID, #filePath, #line, #column)
  )
  private let lookout: ZipLookout<State>
  private var versions: [UInt]?
  private var openParts: Int

  init(_ lookout: ZipLookout<State>) {
    self.lookout = lookout
    openParts = lookout.parts.count
  }

  /// Delivers the current state, and then every change until the result is cancelled.
  func follow() -> AnyCancellable {
    update()
    if lookout.parts.isEmpty { core.finish() }
    let followed = lookout.parts.map { part in
      part.follow({ self.update() }, { self.endOfPart() })
    }
    return AnyCancellable { for part in followed { part.cancel() } }
  }

  private func update() {
    // The moment leaves the lock, so that no value is released inside it.
    _ = core.transition { () -> (State?, ZipLookout<State>.Moment?) in
      if versions == lookout.versions { return (nil, nil) }
      let moment = lookout.now
      versions = moment.versions
      return (moment.state, moment)
    }
  }

  private func endOfPart() {
    let isOver = core.transition { () -> (State?, Bool) in
      openParts -= 1
      return (nil, openParts == 0)
    }
    if isOver { core.finish() }
  }
}

// SAFETY: `versions` and `openParts` are touched inside `core.transition` only, which holds the
// relay's lock; everything else is immutable and Sendable.
extension ZipStorage: @unchecked Sendable {}
