import MarbleTesting

/// Something that the code of a test has created, and that may still be alive.
final class Leftover: ReleaseObserver {
  /// The kinds, the likely cause of a failure first.
  enum Kind: Int, Sendable {
    /// An object that the test names.
    case object
    case load
    /// A task that waits for a load.
    case wait
    /// A relay, which may show `loading` without a load.
    case relay
    case subscription
    case task
  }

  let kind: Kind
  /// The identity of the load; `nil` for other kinds.
  let load: ObjectIdentifier?
  /// The callers of the code that created it; `nil` if its text has the place.
  let source: CallStack?
  let isInRun = CallStack.isInRun
  /// Returns true if it has not ended, or shows `loading` now; called without a lock.
  let isAlive: @Sendable () -> Bool
  /// The object on one line; called without a lock.
  let text: @Sendable () -> String

  /// The observer of its object; `nil` if it is kept until the end of the check.
  private let release: (any ReleaseObserver)?

  init(
    _ kind: Kind,
    of release: (any ReleaseObserver)?,
    load: ObjectIdentifier? = nil,
    source: CallStack?,
    isAlive: @escaping @Sendable () -> Bool,
    text: @escaping @Sendable () -> String
  ) {
    self.kind = kind
    self.release = release
    self.load = load
    self.source = source
    self.isAlive = isAlive
    self.text = text
  }

  /// True if its object was released; it cannot become a leftover again.
  var isReleased: Bool { release?.isReleased ?? false }
}

// MARK: Text

extension Leftover {
  /// One line: `a load of "podcasts" ("swift"), started in FeedModel.reload()`.
  var line: String {
    guard let place = source.flatMap(Self.caller) else { return cutText(text(), 300) }
    return cutText("\(text()), \(verb) in \(place)", 300)
  }

  private var verb: String {
    switch kind {
    case .load: "started"
    case .wait: "waiting"
    case .object, .relay, .subscription, .task: "created"
    }
  }

  /// The modules whose functions are no place of a test or an app.
  private static let modules: Set = [
    "ReactiveGround", "ReactiveRelays", "ReactiveLoading", "ReactivePaging", "ReactiveCaching",
    "ReactiveLoadable", "ReactiveResources", "ReactiveStore", "ReactiveTimeline",
    "LoadableTesting", "StoreTesting", "OpenCombine", "AsyncAlgorithms",
  ]

  /// The names of callers, each read once.
  private static let callers = Lock([CallStack: String?]())

  private static func caller(of source: CallStack) -> String? {
    if let name = callers.withLock({ $0[source] }) { return name }
    let name = source.caller(skipping: modules)
    callers.withLock { $0[source] = .some(name) }
    return name
  }
}
