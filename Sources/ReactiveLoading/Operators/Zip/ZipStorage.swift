import ReactiveRelays

/// The storage of a zip for one subscriber, which observes the parts and delivers their snapshots.
///
/// The lock of the relay that delivers guards the versions delivered last. The parts are read
/// inside that lock, so the order of the states is the order of the snapshots.
final class ZipStorage<Value, Failure: Error> {
  typealias State = Loadable<Value, Failure>

  /// The relay that serves the subscriber; it retains the last state while there is no demand.
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
    // The values of the snapshot are released outside the lock.
    var snapshot: ZipLookout<State>.Moment?
    core.transition {
      if versions == lookout.versions { return nil }
      let moment = lookout.now
      (versions, snapshot) = (moment.versions, moment)
      return moment.state
    }
    withExtendedLifetime(snapshot) {}
  }

  private func endOfPart() {
    let isOver = core.locked {
      openParts -= 1
      return openParts == 0
    }
    if isOver { core.finish() }
  }
}

// SAFETY: `versions` and `openParts` are touched inside `core.transition` only, which holds the
// relay's lock; everything else is immutable and Sendable.
extension ZipStorage: @unchecked Sendable {}
