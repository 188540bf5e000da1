import ReactiveLoadable

/// The effects of a store that are at work, by their ids.
///
/// The lock guards `state`; effects are cancelled outside it.
@usableFromInline
final class EffectRegistry: Sendable {
  fileprivate typealias Runs = [ObjectIdentifier: EffectRun]

  fileprivate struct Entry {
    let run: EffectRun
    let ids: [EffectID]
    let scope: EffectID
  }

  fileprivate struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var byID: [EffectID: Runs] = [:]
    /// By a scope, and by the ids of what is in it.
    var byElement: [EffectID: [AnyHashable: Runs]] = [:]
    var attachments: [EffectID: any EffectAttachment] = [:]
    var isClosed = false
  }

  private let state = Lock(State())

  @usableFromInline
  init() {}

  /// Whether effects are at work, and whether something is attached.
  var areAtWork: (effects: Bool, attachments: Bool) {
    state.withLock { (!$0.entries.isEmpty, !$0.attachments.isEmpty) }
  }

  /// What is at work, in no order.
  var atWork: [EffectAtWork] {
    let (entries, attachments) = state.withLock { ($0.entries.values, $0.attachments) }
    let effects = entries.map { EffectAtWork($0.run, known: $0.ids, isLoad: false) }
    let loads = attachments.flatMap { place, attachment in
      attachment.loads(at: place).map { EffectAtWork($0.run, known: [$0.place], isLoad: true) }
    }
    return effects + loads
  }

  func isAtWork(_ id: EffectID) -> Bool { state.withLock { $0.byID[id] != nil } }

  /// Keeps an effect until it is over.
  func add(_ run: EffectRun, _ ids: [EffectID], in scope: EffectID) {
    let entry = Entry(run: run, ids: ids, scope: scope)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.insert(entry) }
      return state.isClosed
    }
    if isClosed { return run.cancel() }
    run.whenOver { [weak self] in self?.remove(ObjectIdentifier(run)) }
  }

  private func remove(_ key: ObjectIdentifier) {
    let entry = state.withLock { $0.remove(key) }
    withExtendedLifetime(entry) {}
  }

  func cancel(_ id: EffectID) {
    let runs = state.withLock { Array(($0.byID[id] ?? [:]).values) }
    for run in runs { run.cancel() }
  }

  /// Cancels what is at work for elements that have gone from a scope.
  ///
  /// - Parameters:
  ///   - scope: Where the elements were.
  ///   - missing: Is given the ids of those that something is at work for; tells which have gone.
  func cancel(in scope: EffectID, _ missing: (Set<AnyHashable>) -> Set<AnyHashable>) {
    let elements = state.withLock { $0.byElement[scope] ?? [:] }
    if elements.isEmpty { return }
    for id in missing(Set(elements.keys)) {
      for run in (elements[id] ?? [:]).values { run.cancel() }
    }
  }

  /// Ends everything, now and from now on.
  @usableFromInline
  func close() {
    let before = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state
    }
    for entry in before.entries.values { entry.run.cancel() }
    for attachment in before.attachments.values { attachment.end() }
  }
}

// MARK: Attachments

extension EffectRegistry {
  func attachment(_ id: EffectID) -> (any EffectAttachment)? {
    state.withLock { $0.attachments[id] }
  }

  /// Attaches something in the place of what was there, which ends if it is another one.
  func attach(_ attachment: any EffectAttachment, at id: EffectID) {
    let (before, isClosed) = state.withLock { state in
      let before = state.attachments[id]
      if !state.isClosed { state.attachments[id] = attachment }
      return (before, state.isClosed)
    }
    if let before, before !== attachment { before.end() }
    if isClosed { attachment.end() }
  }

  /// Ends what is attached, but at these places.
  func endAttachments(besides places: Set<EffectID>) {
    let ended = state.withLock { state in
      let gone = state.attachments.keys.filter { !places.contains($0) }
      return gone.compactMap { state.attachments.removeValue(forKey: $0) }
    }
    for attachment in ended { attachment.end() }
  }
}

// MARK: The index

extension EffectRegistry.State {
  fileprivate mutating func insert(_ entry: EffectRegistry.Entry) {
    let key = ObjectIdentifier(entry.run)
    entries[key] = entry
    for id in entry.ids { byID[id, default: [:]][key] = entry.run }
    for place in entry.scope.places {
      byElement[place.scope, default: [:]][place.element, default: [:]][key] = entry.run
    }
  }

  fileprivate mutating func remove(_ key: ObjectIdentifier) -> EffectRegistry.Entry? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    for id in entry.ids { byID.removeFromGroup(id) { $0[key] = nil } }
    for place in entry.scope.places {
      byElement.removeFromGroup(place.scope) { $0.removeFromGroup(place.element) { $0[key] = nil } }
    }
    return entry
  }
}

extension Dictionary where Value: Collection {
  /// Removes something from what is kept under a key, and the key with the last of it.
  fileprivate mutating func removeFromGroup(_ key: Key, _ remove: (inout Value) -> Void) {
    guard let index = index(forKey: key) else { return }
    remove(&values[index])
    if values[index].isEmpty { self.remove(at: index) }
  }
}
