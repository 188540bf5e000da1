// Changes of the values by clients: edits and another window.

extension PagedMachine {
  /// Sets the window of all lists and loads.
  func setWindow(_ policy: PagingPolicy.Resolved) {
    contents = contents?.with(policy)
    cached = cached.map { $0.with(policy) }
    update(&running) { $0.setWindow(policy) }
    update(&failed) { $0.setWindow(policy) }
  }

  /// Changes a copy of the contents of a load.
  func update(_ listLoad: inout LoadContents?, _ body: (LoadContents) -> Void) {
    guard let before = listLoad else { return }
    let after = LoadContents(copying: before)
    body(after)
    listLoad = after
  }

  func apply(_ edit: ListEdit<Item>, _ decision: inout PagingDecision) {
    var (isInsertion, isRemoval) = (false, false)
    if case .insert = edit { isInsertion = true }
    if case .remove = edit { isRemoval = true }
    /// An insertion affects only the list of the current key.
    func affects(_ key: PagingCore.KeyNumber) -> Bool { !isInsertion || key == core.currentKey }

    for index in cached.indices where !isInsertion {
      guard let edited = cached[index].edited(edit) else { continue }
      cached[index] = edited
      core.edited(edited.key.number, count: edited.items.count, &decision)
    }
    if let list = core.list, affects(list.key) {
      if let edited = contents?.edited(edit) {
        contents = edited
        core.edited(count: edited.items.count, isRemoval: isRemoval, &decision)
      } else if parts != nil {
        applyToEnds(edit, &decision)
      }
    }
    if let key = parts?.key, affects(key) { applyToPart(edit, &decision) }
    if core.runningLoad != nil {
      update(&running) { $0.record(edit) }
      decision.recordChange()
    }
    if let listLoad = core.failedLoad, affects(listLoad.key) {
      update(&failed) { $0.record(edit) }
      decision.recordChange()
    }
  }
}
