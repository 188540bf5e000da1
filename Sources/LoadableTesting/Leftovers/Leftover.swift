import MarbleTesting
import ReactiveRelays
import Synchronization

/// Something that the code of a test has created, and that may still be alive.
final class Leftover: ReleaseObserver {
  typealias Kind = LeftoverCandidate.Kind

  let kind: Kind
  /// The identity of the load; `nil` for other kinds.
  let load: ObjectIdentifier?
  /// The callers of the code that created it; `nil` if its text has the place.
  let source: CallSource?
  /// True if a marble run created it.
  let isInRun = RunObserver.isInRun
  /// Returns true if it has not ended, or shows `loading` now.
  let isAlive: @Sendable () -> Bool
  let text: @Sendable () -> String

  /// The observer of its object; `nil` if it is kept until the end of the check.
  private let release: (any ReleaseObserver)?

  init(
    _ kind: Kind,
    of release: (any ReleaseObserver)?,
    load: ObjectIdentifier? = nil,
    source: CallSource?,
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

  var isTask: Bool { kind == .task }
}

// MARK: Text

extension Leftover {
  /// One line: `a load of "podcasts" ("swift"), started in FeedModel.reload()`.
  var line: String {
    // The line of a relay has its place.
    guard let place else { return cutText(text(), 300) }
    return cutText("\(text()), \(verb) in \(place)", 300)
  }

  private var verb: String {
    switch kind {
    case .load: "started"
    case .wait: "waiting"
    case .object, .relay, .subscription, .task: "created"
    }
  }

  private var place: String? {
    guard let source else { return nil }
    if kind == .relay { return nil }
    return Self.places.caller(of: source)
  }

  private static let places = LeftoverPlaces()
}

/// The names of callers, each read once.
private final class LeftoverPlaces: Sendable {
  /// The modules whose functions are no place of a test or an app.
  private static let modules: Set = [
    "ReactiveRelays", "ReactiveLoading", "ReactivePaging", "ReactiveCaching", "ReactiveLoadable",
    "ReactiveResources", "ReactiveStore", "ReactiveTimeline", "LoadableTesting", "StoreTesting",
    "OpenCombine", "AsyncAlgorithms",
  ]

  private let names = Lock([CallSource: String?]())

  func caller(of source: CallSource) -> String? {
    if let name = names.withLock({ $0[source] }) { return name }
    let name = source.caller(skipping: Self.modules)
    names.withLock { $0[source] = .some(name) }
    return name
  }
}
