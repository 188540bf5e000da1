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
    creationSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  )
  private let reader: ZipReader<Value, Failure>
  private var versions: [UInt]?
  private var openParts: Int

  init(_ reader: ZipReader<Value, Failure>) {
    self.reader = reader
    openParts = reader.parts.count
  }

  /// Delivers the current state, and then every change until the result is cancelled.
  func start() -> AnyCancellable {
    update()
    if reader.parts.isEmpty { core.finish() }
    let subscriptions = reader.parts.map { part in
      part.subscribe({ self.update() }, { self.partEnded() })
    }
    return AnyCancellable { for subscription in subscriptions { subscription.cancel() } }
  }

  private func update() {
    // The values of the snapshot are released outside the lock.
    var snapshot: ZipReader<Value, Failure>.Snapshot?
    core.transition {
      if versions == reader.versions { return nil }
      let current = reader.snapshot
      (versions, snapshot) = (current.versions, current)
      return current.state
    }
    withExtendedLifetime(snapshot) {}
  }

  private func partEnded() {
    let hasEnded = core.locked {
      openParts -= 1
      return openParts == 0
    }
    if hasEnded { core.finish() }
  }
}

// SAFETY: `versions` and `openParts` are touched inside `core.transition` only, which holds the
// relay's lock; everything else is immutable and Sendable.
extension ZipStorage: @unchecked Sendable {}
