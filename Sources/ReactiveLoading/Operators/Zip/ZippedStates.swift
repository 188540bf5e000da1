public import CombineShim
public import ReactiveRelays

/// A publisher that combines several states into one, returned by `Loadable.zip` and `zipped()`.
///
/// A screen with two loads renders one state, and can also read it:
///
/// ```swift
/// let screen = Loadable.zip(account.states, podcasts.states)
/// screen.sinkOnMainActor { draw($0) }
/// if screen.value.isLoading { … }
/// ```
///
/// The test is a marble diagram. A tuple is not `Equatable`, so the test maps it to a string:
///
/// ```swift
/// m.expect(screen.map { $0.map { "\($0.name)\($1.count)" } }, "nl-----X--x--Y", states)
/// ```
///
/// It keeps the relays of its parts alive, as every view of a relay does; a subscription to it does
/// not. See <doc:CombiningLoads#Z3-Completion>.
public struct ZippedStates<Value, LoadFailure: Error>: ConcurrentPublisher, Sendable {
  /// The combined state of all parts.
  public typealias Output = Loadable<Value, LoadFailure>
  /// The failure type; the publisher never fails, because a failed load is a state.
  public typealias Failure = Never

  private let views: [any Sendable]
  private let reader: ZipReader<Value, LoadFailure>

  init(views: [any Sendable], _ reader: ZipReader<Value, LoadFailure>) {
    self.views = views
    self.reader = reader
  }

  /// The current state, a snapshot of all parts.
  public var value: Output { reader.snapshot.state }

  /// Observes the parts for one subscriber.
  ///
  /// - Parameter subscriber: The subscriber, which receives states as far as it has demand.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let reader = reader
    let snapshots = OwningPublisher<Output> {
      let storage = ZipStorage(reader)
      return (storage.core, storage.start())
    }
    // States are compared here, outside the lock, because this calls the `==` of the values.
    snapshots.compactScan(from: Output?.none) { last, state in
      if let last, last.isEqual(to: state, by: reader.areEqual) { return nil }
      last = state
      return state
    }.receive(subscriber: subscriber)
  }
}

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

/// One part of a zip, whatever its type.
struct ZipPart: Sendable {
  typealias Call = @Sendable () -> Void

  /// The version of the part, a number that changes with every state.
  let version: @Sendable () -> UInt
  /// Calls `changed` for every state, the current one first, and `ended` at the completion.
  let subscribe: @Sendable (_ changed: @escaping Call, _ ended: @escaping Call) -> AnyCancellable

  /// Creates the part of a view, whose source does not keep the relay alive.
  init<State>(_ source: RelaySource<State>) {
    version = { source.versioned.1 }
    subscribe = { changed, ended in source.subscribe({ _ in changed() }, finish: ended) }
  }
}

/// A reader of consistent snapshots of all parts of a zip.
struct ZipReader<Value, Failure: Error>: Sendable {
  typealias State = Loadable<Value, Failure>

  /// The combined state of the parts.
  ///
  /// It has the parts, so that none of their values is released where it is created, which may be
  /// under a lock.
  typealias Reading = (state: State, parts: Any)

  /// A snapshot: the combined state of the parts at a moment when none of them changed.
  typealias Snapshot = (versions: [UInt], state: State, readings: [Reading])

  let parts: [ZipPart]
  /// Compares combined values; two values of types that are not `Equatable` are not equal.
  let areEqual: @Sendable (Value?, Value?) -> Bool
  private let read: @Sendable () -> Reading

  init(
    _ parts: [ZipPart],
    areEqual: @escaping @Sendable (Value?, Value?) -> Bool,
    _ read: @escaping @Sendable () -> Reading
  ) {
    self.parts = parts
    self.areEqual = areEqual
    self.read = read
  }

  var versions: [UInt] { parts.map { $0.version() } }

  /// The snapshot of all parts, read again until no part changes during the read.
  var snapshot: Snapshot {
    var readings: [Reading] = []
    var before = versions
    while true {
      let reading = read()
      readings.append(reading)
      let after = versions
      if after == before { return (after, reading.state, readings) }
      before = after
    }
  }
}
