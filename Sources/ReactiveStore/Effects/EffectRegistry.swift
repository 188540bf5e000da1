import ReactiveLoadable

/// The running effects of a store by their ids.
///
/// Ids are hashed and compared only in the turns of the store, which alone access `names` and
/// `places`, and never under the lock. The lock guards `state`, in which groups are numbers;
/// effects are cancelled outside the lock.
final class EffectRegistry: Sendable {
  fileprivate struct Entry {
    let run: EffectRun
    let ids: [EffectID]
    let groups: [EffectNames.Number]
  }

  fileprivate typealias Attached = (attachment: any EffectAttachment, place: EffectID)

  fileprivate struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var groups: [EffectNames.Number: [ObjectIdentifier: EffectRun]] = [:]
    var attached: [ObjectIdentifier: Attached] = [:]
    var isClosed = false
  }

  private let state = Lock(State())
  // SAFETY: both are accessed only in the turns of one store, which run one after the other.
  private nonisolated(unsafe) var names = EffectNames()
  private nonisolated(unsafe) var places: [EffectID: any EffectAttachment] = [:]

  /// True while effects are running.
  var areAtWork: Bool { state.withLock { !$0.entries.isEmpty } }

  /// The running effects and loads, in no order; may be called from any thread.
  var atWork: [EffectAtWork] {
    let (entries, attached) = state.withLock { ($0.entries.values, $0.attached.values) }
    let effects = entries.map { EffectAtWork($0.run, known: $0.ids, isLoad: false) }
    let loads = attached.flatMap { attachment, place in
      attachment.loads(at: place).map { EffectAtWork($0.run, known: [$0.place], isLoad: true) }
    }
    return effects + loads
  }

  /// True after the store has ended.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns the running effects with an id, in no order.
  func runs(_ id: EffectID) -> [EffectRun] { runs(names.number(of: id)) }

  /// Retains an effect until it ends.
  func add(_ run: EffectRun, _ ids: [EffectID], in scope: EffectID) {
    if names.areMany { names.forget(besides: state.withLock { Set($0.groups.keys) }) }
    let entry = Entry(run: run, ids: ids, groups: names.groups(of: ids, in: scope))
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

  func cancel(_ id: EffectID) { for run in runs(id) { run.cancel() } }

  /// Cancels the effects of elements that have been removed from a scope.
  ///
  /// - Parameters:
  ///   - scope: The scope of the elements.
  ///   - missing: Receives the ids of elements with running effects; returns those of removed
  ///     elements.
  func cancel(in scope: EffectID, _ missing: (Set<AnyHashable>) -> Set<AnyHashable>) {
    let groups = names.elements(of: scope)
    if groups.isEmpty { return }
    let used = state.withLock { state in Set(groups.values.filter { state.groups[$0] != nil }) }
    let elements = groups.filter { used.contains($0.value) }
    if elements.isEmpty { return }
    let gone = missing(Set(elements.keys.map(\.id)))
    for (element, group) in elements where gone.contains(element.id) {
      for run in runs(group) { run.cancel() }
    }
  }

  private func runs(_ group: EffectNames.Number?) -> [EffectRun] {
    group.map { group in state.withLock { Array(($0.groups[group] ?? [:]).values) } } ?? []
  }

  /// Cancels all effects, and those added later; may be called from any thread, also within a turn.
  func close() {
    let before = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state
    }
    for entry in before.entries.values { entry.run.cancel() }
    for attached in before.attached.values { attached.attachment.end() }
  }
}

// MARK: Attachments

extension EffectRegistry {
  func attachment(_ place: EffectID) -> (any EffectAttachment)? { places[place] }

  /// Sets the attachment at a place, and ends a different attachment that it replaces.
  func attach(_ attachment: any EffectAttachment, at place: EffectID) {
    let before = places.updateValue(attachment, forKey: place)
    let isNew = before !== attachment
    let isClosed = state.withLock { state in
      if !state.isClosed, isNew {
        state.attached[ObjectIdentifier(attachment)] = (attachment, place)
      }
      return state.isClosed
    }
    if isNew, let before { end(before) }
    if isClosed { attachment.end() }
  }

  /// Adds the attachment of a feedback of the whole store, which is never replaced.
  func add(_ attachment: any EffectAttachment, at place: EffectID) {
    state.withLock { $0.attached[ObjectIdentifier(attachment)] = (attachment, place) }
  }

  /// True if optional parts or elements have attachments; called only in the turns of the store.
  var havePlaces: Bool { !places.isEmpty }

  /// Ends all attachments of optional parts and elements except those at the given places.
  func endAttachments(besides kept: Set<EffectID>) {
    for place in places.keys where !kept.contains(place) {
      if let attachment = places.removeValue(forKey: place) { end(attachment) }
    }
  }

  private func end(_ attachment: any EffectAttachment) {
    let attached = state.withLock { $0.attached.removeValue(forKey: ObjectIdentifier(attachment)) }
    withExtendedLifetime(attached) {}
    attachment.end()
  }
}

// MARK: The numbers

extension EffectRegistry.State {
  fileprivate mutating func insert(_ entry: EffectRegistry.Entry) {
    let key = ObjectIdentifier(entry.run)
    entries[key] = entry
    for group in entry.groups { groups[group, default: [:]][key] = entry.run }
  }

  fileprivate mutating func remove(_ key: ObjectIdentifier) -> EffectRegistry.Entry? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    for group in entry.groups {
      groups[group]?[key] = nil
      if groups[group]?.isEmpty == true { groups[group] = nil }
    }
    return entry
  }
}
