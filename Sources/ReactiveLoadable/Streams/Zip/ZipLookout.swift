/// One part of a zip, whatever its type.
struct ZipPart: Sendable {
  typealias Call = @Sendable () -> Void

  /// A number that is another one after every change.
  let version: @Sendable () -> UInt
  /// Calls `changed` for every state, the current one first, and `ended` after the last.
  let follow: @Sendable (_ changed: @escaping Call, _ ended: @escaping Call) -> AnyCancellable

  /// - Parameter core: The relay's, which does not keep the relay alive.
  init<State>(_ core: ValueRelayCore<State>) {
    version = { core.versioned.1 }
    follow = { changed, ended in core.subscribe({ _ in changed() }, finish: ended) }
  }
}

/// Sees all parts of a zip at one moment.
struct ZipLookout<State>: Sendable {
  /// What the parts say together.
  ///
  /// The parts go with the state, so that none of their values is released where it is made, which
  /// may be under a lock.
  struct Look {
    let state: State
    let parts: Any
  }

  /// What the parts said together when none of them changed.
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

  /// Looks again until nothing has changed meanwhile, so that what was seen was there together.
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
