import ReactiveRelays

/// One part of a zip, whatever its type.
struct ZipPart: Sendable {
  typealias Call = @Sendable () -> Void

  /// The version of the part, a number that changes with every state.
  let version: @Sendable () -> UInt
  /// Calls `changed` for every state, the current one first, and `ended` at the completion.
  let follow: @Sendable (_ changed: @escaping Call, _ ended: @escaping Call) -> AnyCancellable

  init<State>(_ core: ValueRelayCore<State>) { self.init(RelaySource(core)) }

  /// Creates the part of a relay.
  ///
  /// - Parameter source: The source of a view, which does not keep the relay alive.
  init<State>(_ source: RelaySource<State>) {
    version = { source.versioned.1 }
    follow = { changed, ended in source.subscribe({ _ in changed() }, finish: ended) }
  }
}

/// A reader of all parts of a zip at one moment.
struct ZipLookout<State>: Sendable {
  /// The combined state of the parts.
  ///
  /// It retains the parts, so that none of their values is released where it is created, which may
  /// be under a lock.
  struct Look {
    let state: State
    let parts: Any
  }

  /// A snapshot: the combined state of the parts at a moment when none of them changed.
  struct Moment {
    let versions: [UInt]
    let state: State
    fileprivate let looks: [Look]
  }

  let parts: [ZipPart]
  private let look: @Sendable () -> Look

  init(_ parts: [ZipPart], _ look: @escaping @Sendable () -> Look) {
    self.parts = parts
    self.look = look
  }

  var versions: [UInt] { parts.map { $0.version() } }

  /// The snapshot of all parts, read again until no part changes during the read.
  var now: Moment {
    var looks: [Look] = []
    var before = versions
    while true {
      let seen = look()
      looks.append(seen)
      let after = versions
      if after == before { return Moment(versions: after, state: seen.state, looks: looks) }
      before = after
    }
  }
}
