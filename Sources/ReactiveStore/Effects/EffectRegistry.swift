import ReactiveLoadable

/// The effects of a store that are at work, by their ids.
///
/// The lock guards `state`; effects are cancelled outside it.
@usableFromInline
final class EffectRegistry: Sendable {
  private struct Entry {
    let run: EffectRun
    let ids: [EffectID]
    let scope: EffectID
  }

  private struct State {
    var runs: [ObjectIdentifier: Entry] = [:]
    var byID: [EffectID: [ObjectIdentifier: EffectRun]] = [:]
    var attachments: [EffectID: any EffectAttachment] = [:]
    var isClosed = false
  }

  private let state = Lock(State())

  @usableFromInline
  init() {}

  /// How many effects are at work.
  var count: Int { state.withLock { $0.runs.count + $0.attachments.count } }

  /// Keeps an effect until it is over.
  func add(_ run: EffectRun, _ ids: [EffectID], in scope: EffectID) {
    let key = ObjectIdentifier(run)
    let isClosed = state.withLock { state in
      if state.isClosed { return true }
      state.runs[key] = Entry(run: run, ids: ids, scope: scope)
      for id in ids { state.byID[id, default: [:]][key] = run }
      return false
    }
    if isClosed { return run.cancel() }
    run.whenOver { [weak self] in self?.remove(key) }
  }

  private func remove(_ key: ObjectIdentifier) {
    let entry = state.withLock { state in
      let entry = state.runs.removeValue(forKey: key)
      for id in entry?.ids ?? [] {
        state.byID[id]?[key] = nil
        if state.byID[id]?.isEmpty == true { state.byID[id] = nil }
      }
      return entry
    }
    withExtendedLifetime(entry) {}
  }

  /// What is at work, in no order.
  var atWork: [EffectAtWork] {
    let (runs, attachments) = state.withLock { ($0.runs.values, $0.attachments) }
    let effects = runs.map { EffectAtWork($0.run, known: $0.ids, isLoad: false) }
    let loads = attachments.compactMap { id, attachment in
      attachment.run.map { EffectAtWork($0, known: [id], isLoad: true) }
    }
    return effects + loads.filter { !$0.run.isOver }
  }

  func isAtWork(_ id: EffectID) -> Bool { state.withLock { $0.byID[id] != nil } }

  func cancel(_ id: EffectID) {
    let runs = state.withLock { Array(($0.byID[id] ?? [:]).values) }
    for run in runs { run.cancel() }
  }

  /// Cancels all within a scope.
  func cancelAll(within scope: EffectID) {
    let (runs, attachments) = state.withLock { state in
      let ids = state.attachments.keys.filter { $0.isWithin(scope) }
      let runs = state.runs.values.filter { $0.scope == scope || $0.scope.isWithin(scope) }
      return (runs, ids.compactMap { state.attachments.removeValue(forKey: $0) })
    }
    for entry in runs { entry.run.cancel() }
    for attachment in attachments { attachment.end() }
  }

  func attachment(_ id: EffectID) -> (any EffectAttachment)? {
    state.withLock { $0.attachments[id] }
  }

  /// Attaches something in the place of what was there, which ends if it is another one.
  func attach(_ attachment: (any EffectAttachment)?, at id: EffectID) {
    let (before, isClosed) = state.withLock { state in
      let before = state.attachments[id]
      if !state.isClosed { state.attachments[id] = attachment }
      return (before, state.isClosed)
    }
    if let before, before !== attachment { before.end() }
    if isClosed { attachment?.end() }
  }

  /// Ends everything, now and from now on.
  @usableFromInline
  func close() {
    let (runs, attachments) = state.withLock { state in
      defer { state = State(isClosed: true) }
      return (state.runs.values, state.attachments.values)
    }
    for entry in runs { entry.run.cancel() }
    for attachment in attachments { attachment.end() }
  }
}
