import ReactiveRelays

/// The steps of edits that a decision of a mutation leads to, by the storages that they change.
///
/// If they change several storages, all are committed in one step: copies of the states are edited
/// first, outside the locks. The copies replace the states while the locks of all storages are
/// held, unless another decision was made since; then all copies are made again. No value is
/// delivered before. So code that finds an edit in one storage finds it in all. See
/// <doc:EditingContract#L21-Several-targets>.
struct EditParts {
  private struct Part {
    let storage: any EditedStorage
    var steps: [EditStep]
  }

  // NB: Apart, so that the steps of one storage are in one array.
  private var first: Part?
  private var others: [Part] = []
  /// The positions in `others`.
  private var positions: [ObjectIdentifier: Int] = [:]
  private var releases: [() -> Void] = []

  mutating func add(_ step: EditStep, to place: EditPlace) {
    if let release = place.release { releases.append(release) }
    let storage = place.storage
    if first == nil {
      first = Part(storage: storage, steps: [step])
    } else if first?.storage === storage {
      first?.steps.append(step)
    } else if let position = positions[ObjectIdentifier(storage)] {
      others[position].steps.append(step)
    } else {
      positions[ObjectIdentifier(storage)] = others.count
      others.append(Part(storage: storage, steps: [step]))
    }
  }

  /// Performs all steps, and publishes the results.
  ///
  /// `didCommit` is called between the two, unless the steps follow another decision.
  consuming func perform(_ didCommit: () -> Void) {
    guard let first else { return }
    if others.isEmpty {
      first.storage.edit(first.steps, didCommit)
    } else {
      Self.perform([first] + others, didCommit)
    }
    for release in releases { release() }
  }

  private static func perform(_ parts: [Part], _ didCommit: () -> Void) {
    if parts.contains(where: \.storage.refusesEdits) { return refuse(parts) }
    while true {
      var drafts: [any EditDraft] = []
      guarding(parts[...]) { drafts = parts.map { $0.storage.draft($0.steps) } }
      guard commit(drafts, of: parts) else { continue }
      didCommit()
      for draft in drafts { draft.report() }
      for draft in drafts { draft.deliver() }
      return
    }
  }

  /// Refuses the new edits of code that decides about one of the storages, in all of them.
  private static func refuse(_ parts: [Part]) {
    for part in parts {
      // The storage itself refuses and reports them.
      let isOwn = part.storage.refusesEdits
      part.storage.edit(isOwn ? part.steps : part.steps.compactMap(\.refusingEdit))
    }
  }

  /// Runs a body that none of the storages lets change them.
  private static func guarding(_ parts: ArraySlice<Part>, _ body: () -> Void) {
    guard let first = parts.first else { return body() }
    first.storage.guardingEdits { guarding(parts.dropFirst(), body) }
  }

  /// Commits all drafts under all locks; returns false if one of them is outdated.
  private static func commit(_ drafts: [any EditDraft], of parts: [Part]) -> Bool {
    // In one order for all threads, so that none waits for another one that waits for it.
    let relays = parts.compactMap(\.storage.statesRelay)
      .sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
    for relay in relays { relay.lock.acquire() }
    let areCurrent = drafts.allSatisfy(\.isCurrent)
    if areCurrent { for draft in drafts { draft.commit() } }
    for relay in relays { relay.lock.release() }
    return areCurrent
  }
}
