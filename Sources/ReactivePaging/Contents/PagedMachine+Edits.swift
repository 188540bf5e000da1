import ReactiveLoading

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

  /// Applies an edit to all lists and loads that may contain its item.
  ///
  /// An insertion affects only the list of one key: by default the current one, or that of a saved
  /// write, which inserts at the start if its list does not contain the neighbor.
  func apply(
    _ edit: ListEdit<Item>,
    of saved: Unsaved.Saved? = nil,
    _ decision: inout PagingDecision
  ) {
    let isInsertion = if case .insert = edit { true } else { false }
    let key = saved?.key ?? core.currentKey
    func affects(_ list: PagingCore.KeyNumber) -> Bool { !isInsertion || list == key }
    let atStart = saved?.key == nil ? nil : edit.atStart

    for index in cached.indices where affects(cached[index].key.number) {
      guard let edited = cached[index].edited(edit) ?? atStart.flatMap(cached[index].edited)
      else { continue }
      cached[index] = edited
      core.edited(edited.key.number, count: edited.items.count, &decision)
    }
    if let list = core.list, affects(list.key) {
      if let edited = contents?.edited(edit) {
        replaceContents(by: edited, after: edit, of: saved, &decision)
      } else if parts == nil || !applyToEnds(edit, &decision) {
        if let edited = atStart.flatMap({ contents?.edited($0) }) {
          replaceContents(by: edited, after: edit, of: saved, &decision)
        }
        recordForPages(edit, &decision)
      }
    }
    if let key = parts?.key, affects(key) { applyToPart(edit, &decision) }
    if let listLoad = core.runningLoad, affects(listLoad.key) {
      update(&running) { $0.record(edit) }
      decision.recordChange()
    }
    if let listLoad = core.failedLoad, affects(listLoad.key) {
      update(&failed) { $0.record(edit) }
      decision.recordChange()
    }
  }

  private func replaceContents(
    by edited: Contents,
    after edit: ListEdit<Item>,
    of saved: Unsaved.Saved?,
    _ decision: inout PagingDecision
  ) {
    if let contents, edit.keepsOrder, saved?.isVisible != true {
      change(&unsaved) { $0.follow(edited, since: contents, changing: [edit.id]) }
    }
    contents = edited
    core.edited(count: edited.items.count, isRemoval: edit.isRemoval, &decision)
  }

  /// Records an edit of an item that no list contains for the pages in flight at the ends.
  private func recordForPages(_ edit: ListEdit<Item>, _ decision: inout PagingDecision) {
    let pages = ListEnd.allCases.compactMap { core[.end($0)]?.attempts }
    let attempts = pages.filter { !$0.isWaiting }.map(\.ticket)
    if attempts.isEmpty { return }
    changeUnsaved { $0.late.record(edit, for: attempts) }
    decision.recordChange()
  }
}
