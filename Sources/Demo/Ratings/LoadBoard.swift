import ReactiveLoadable

/// The newest load of each loader of the app, and the age of its value, from the events of loads.
final class LoadBoard: Sendable {
  struct Key: Hashable, Sendable {
    let name: String
    /// The key of a cache; nil for the newest load of any key, and for loaders without keys.
    var request: RatedMovie.ID?
  }

  struct Entry: Hashable, Sendable {
    var request: String?
    var born: MovableClock.Instant?
    var isInvalidated = false
    var hasFailed = false
  }

  private let clock: MovableClock
  private let freshness: Duration
  private let current = BehaviorRelay<[Key: Entry]>([:])

  init(clock: MovableClock, freshness: Duration) {
    (self.clock, self.freshness) = (clock, freshness)
  }

  /// Publishes each change of an entry; ages change without one.
  var entries: ReadOnlyRelay<[Key: Entry]> { current.readOnly }

  /// The observer of the loads, which does not keep their values.
  var observer: LoadObserver {
    LoadObserver { [clock, current] event in
      let id = event.request as? RatedMovie.ID
      let keys = Set([Key(name: event.name), Key(name: event.name, request: id)])
      current.update { entries in
        if case .invalidated = event.kind, id == nil {
          for key in entries.keys where key.name == event.name {
            entries[key]?.isInvalidated = true
          }
        } else if case .reset = event.kind {
          entries = entries.filter { $0.key.name != event.name }
        } else {
          for key in keys { entries[key, default: Entry()].receive(event, at: clock.now) }
        }
      }
    }
  }

  /// The age of a value in seconds.
  func age(of key: Key) -> Int? {
    current.value[key]?.born.map { Int($0.duration(to: clock.now).components.seconds) }
  }

  func isStale(_ key: Key) -> Bool {
    guard let entry = current.value[key], let born = entry.born else { return false }
    return entry.isInvalidated || born.duration(to: clock.now) >= freshness
  }

  /// The values that are stale; it changes as time passes.
  var stale: Set<Key> { Set(current.value.keys.filter(isStale)) }

  func failed(_ name: String) -> [RatedMovie.ID] {
    current.value.compactMap { $0.key.name == name && $0.value.hasFailed ? $0.key.request : nil }
  }
}

extension LoadBoard.Entry {
  /// A request in a few words; nil without one.
  private static func text(of request: (any Sendable)?) -> String? {
    switch request {
    case nil, is NoRequest: nil
    case let edit as MovieEdit: edit.signs
    case let page as PageRequest<String, Int>:
      "“\(page.key)”" + (page.cursor.map { ", from row \($0 + 1)" } ?? "")
    case let request?: "\(request)"
    }
  }

  fileprivate mutating func receive(_ event: LoadObserver.Event, at now: MovableClock.Instant) {
    let page = event.request as? PageRequest<String, Int>
    switch event.kind {
    case .started: request = Self.text(of: event.request)
    // A further page does not make the list younger.
    case .succeeded where page?.cursor == nil, .set: (born, isInvalidated) = (now, false)
    case .invalidated: isInvalidated = true
    default: break
    }
    switch event.kind {
    case .failed(let error): hasFailed = !error.isMissing
    case .succeeded, .set: hasFailed = false
    default: break
    }
  }
}
