import ReactiveLoadable

/// The running effects of a store by their ids.
///
/// Ids are hashed and compared only on the queue of the store, which alone accesses `groupNumbers`
/// and `attachments`, and never under the lock. The lock guards `state`, in which groups are
/// numbers; effects are cancelled outside the lock.
final class EffectRegistry: Sendable {
  fileprivate struct Entry {
    let run: EffectRun
    let ids: [EffectID]
    let groups: [EffectGroupNumbers.Number]
  }

  fileprivate typealias Attached = (attachment: any EffectAttachment, id: EffectID)

  fileprivate struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var groups: [EffectGroupNumbers.Number: [ObjectIdentifier: EffectRun]] = [:]
    var attached: [ObjectIdentifier: Attached] = [:]
    var isClosed = false
  }

  private let state = Lock(State())
  // SAFETY: both are accessed only on the serial queue of one store.
  private nonisolated(unsafe) var groupNumbers = EffectGroupNumbers()
  private nonisolated(unsafe) var attachments: [EffectID: any EffectAttachment] = [:]

  var areRunning: Bool { state.withLock { !$0.entries.isEmpty } }

  /// The running effects and loads, in no order; may be called from any thread.
  var running: [ActiveEffect] {
    let (entries, attached) = state.withLock { ($0.entries.values, $0.attached.values) }
    let effects = entries.map { ActiveEffect(isLoad: false, run: $0.run, ids: $0.ids) }
    let loads = attached.flatMap { attachment, id in
      attachment.loads(at: id).map { ActiveEffect(isLoad: true, run: $0.run, ids: [$0.id]) }
    }
    return effects + loads
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func runs(_ id: EffectID) -> [EffectRun] { runs(groupNumbers.number(of: id)) }

  /// Retains an effect until it ends.
  func add(_ run: EffectRun, _ ids: [EffectID], in scope: EffectID) {
    if groupNumbers.needsCleanup {
      groupNumbers.removeAll(except: state.withLock { Set($0.groups.keys) })
    }
    let entry = Entry(run: run, ids: ids, groups: groupNumbers.groups(of: ids, in: scope))
    let isClosed = state.withLock { state in
      if !state.isClosed { state.insert(entry) }
      return state.isClosed
    }
    if isClosed { return run.cancel() }
    run.whenEnded { [weak self] in self?.remove(ObjectIdentifier(run)) }
  }

  private func remove(_ key: ObjectIdentifier) {
    let entry = state.withLock { $0.remove(key) }
    withExtendedLifetime(entry) {}
  }

  func cancel(_ id: EffectID) { for run in runs(id) { run.cancel() } }

  /// Cancels the effects of elements that have been removed from a scope.
  ///
  /// The closure receives the ids of elements with running effects, and returns those removed.
  func cancel(in scope: EffectID, _ missing: (Set<AnyHashable>) -> Set<AnyHashable>) {
    let groups = groupNumbers.elements(of: scope)
    if groups.isEmpty { return }
    let used = state.withLock { state in Set(groups.values.filter { state.groups[$0] != nil }) }
    let elements = groups.filter { used.contains($0.value) }
    if elements.isEmpty { return }
    let removed = missing(Set(elements.keys.map(\.id)))
    for (element, group) in elements where removed.contains(element.id) {
      for run in runs(group) { run.cancel() }
    }
  }

  private func runs(_ group: EffectGroupNumbers.Number?) -> [EffectRun] {
    group.map { group in state.withLock { Array(($0.groups[group] ?? [:]).values) } } ?? []
  }

  /// Cancels all effects, and those added later; may be called from any thread, also while an
  /// action is reduced.
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
  func attachment(_ id: EffectID) -> (any EffectAttachment)? { attachments[id] }

  /// Sets the attachment with an id, and ends a different attachment that it replaces.
  func attach(_ attachment: any EffectAttachment, at id: EffectID) {
    let before = attachments.updateValue(attachment, forKey: id)
    let isNew = before !== attachment
    let isClosed = state.withLock { state in
      if !state.isClosed, isNew {
        state.attached[ObjectIdentifier(attachment)] = (attachment, id)
      }
      return state.isClosed
    }
    if isNew, let before { end(before) }
    if isClosed { attachment.end() }
  }

  /// Adds the attachment of a feedback of the whole store, which is never replaced.
  func add(_ attachment: any EffectAttachment, at id: EffectID) {
    state.withLock { $0.attached[ObjectIdentifier(attachment)] = (attachment, id) }
  }

  /// True if optional parts or elements have attachments; called only on the queue of the store.
  var hasAttachments: Bool { !attachments.isEmpty }

  /// Ends all attachments of optional parts and elements except those with the given ids.
  func endAttachments(except kept: Set<EffectID>) {
    for id in attachments.keys where !kept.contains(id) {
      if let attachment = attachments.removeValue(forKey: id) { end(attachment) }
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
