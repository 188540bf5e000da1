import ReactiveLoading

// Unsaved edits. See <doc:PagingContract#P13-Optimistic-edits>.

extension PagedMachine {
  /// Performs steps of the edits of mutations, by code of the caller.
  func edit(_ steps: [EditStep], at now: Duration) -> PagingDecision {
    handle(at: now, mayHideRows: true) { decision in
      for step in steps { perform(step, &decision) }
    }
  }

  private func perform(_ step: EditStep, _ decision: inout PagingDecision) {
    decision.recordChange()
    var (saved, shows): (Unsaved.Saved?, Bool) = (nil, false)
    changeUnsaved { unsaved in
      switch step {
      case .shown(let id, let editor, let input):
        let change = ListChange<Item>(.assumed(editor), input)
        let edit = UnsavedEdit(id, key: core.currentKey ?? core.lastKey, change)
        saved = unsaved.add(edit, over: confirmedList, shows: &shows)
      case .refused(let id): unsaved.refuse(id)
      case .ended(let id, let result): saved = unsaved.end(id, result, shows: &shows)
      case .made: break
      }
    }
    if shows, visibleList != nil { decision.show() }
    if let saved { apply(saved, &decision) }
  }

  /// Makes the edits of a saved write edits of the confirmed list.
  private func apply(_ saved: Unsaved.Saved, _ decision: inout PagingDecision) {
    let (before, change, ticket) = (contents, decision.change, core.tickets.last)
    for edit in saved.edits { apply(edit, of: saved, &decision) }
    var staysVisible = false
    if saved.isVisible { changeUnsaved { staysVisible = $0.take(contents, since: before) } }
    // A removal may start the load of a page.
    if staysVisible, core.tickets.last == ticket { decision.hideChanges(since: change) }
  }

  func changeUnsaved(_ body: (Unsaved) -> Void) {
    let new = Unsaved(copying: unsaved)
    body(new)
    unsaved = new
  }

  /// Forgets the ends of unknown edits, if all steps arrive in order.
  func forgetEarlyEnds() {
    change(&unsaved) { $0.forgetEarlyEnds() }
    if unsaved?.isUnused == true { unsaved = nil }
  }

  /// Changes a copy of the unsaved edits, if there are any.
  func change(_ unsaved: inout Unsaved?, _ body: (Unsaved) -> Void) {
    if unsaved != nil { changeUnsaved(body) }
  }

  /// Makes the visible list agree with the confirmed one and the edits.
  func updateUnsaved() {
    change(&unsaved) {
      $0.late.keepAttempts { ticket in core.work.contains { $0.attempts.ticket == ticket } }
      $0.update(over: confirmedList)
    }
    if unsaved?.isUnused == true { unsaved = nil }
  }

  /// The list that the edits apply to: the settled one with the parts at its ends, or a part.
  private var confirmedList: Contents? {
    if case .loading(let run) = core.phase, run.shown == .part { return parts?.ofList }
    return parts?.withEnds ?? contents
  }

  /// Returns the offset in the confirmed list of the row at an offset in the visible list.
  ///
  /// For an item that is only in the visible list, it is that of the nearest other one.
  func confirmedOffset(of offset: Int) -> Int? {
    guard let items = unsaved?.list?.items, let confirmed = confirmedList else { return offset }
    guard 0..<items.count ~= offset else { return nil }
    for distance in 0..<items.count {
      for offset in [offset - distance, offset + distance] where 0..<items.count ~= offset {
        if let offset = confirmed.offset(of: items[offset: offset].id) { return offset }
      }
    }
    return nil
  }
}
