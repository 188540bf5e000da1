import ReactiveRelays

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
