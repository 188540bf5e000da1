import ReactiveLoading

// Pages in parts. See <doc:PagingContract#P12-Pages-in-parts>.

extension PagedMachine {
  /// Handles a report of an attempt: its progress, or else a part of its page.
  func report(
    _ page: Contents.Page?,
    _ progress: LoadProgress?,
    _ ticket: UInt,
    _ decision: inout PagingDecision
  ) {
    guard let target = core.target(of: ticket), let work = core[target] else { return }
    if let progress {
      if parts?.progress(of: ticket) == progress { return }
      changeParts { $0.record(progress, of: ticket) }
      // That of a load of several pages counts the pages.
      if target != .list || core.runningLoad?.progress == nil { decision.show() }
    } else if let page {
      let before = visibleList
      show(page, of: work)
      updateVisible()
      updateProperties(at: decision.now)
      if !areEqualIfEquatable(before, visibleList) { decision.show() }
    }
    decision.recordChange()
    decision.changeContents(.report(target, isPart: progress == nil))
  }

  private func show(_ page: Contents.Page, of work: PagingCore.Work) {
    switch work.target {
    case .list:
      guard let list = running?.list(with: page) else { return }
      let firstPage = contents?.pages.firstCount ?? 0
      if core.showPart(list.items.count, firstPage: firstPage) { changeParts { $0.show(list) } }
    case .end(let end):
      guard let contents else { return }
      changeParts { $0.add(page, of: work, at: end, to: contents) }
      takeLateEdits(of: work.attempts.ticket, at: end, in: page, contents)
    }
  }

  /// Makes the edits that a page in flight lacks edits of its part, if the part has their items.
  private func takeLateEdits(
    of attempt: UInt,
    at end: ListEnd,
    in page: Contents.Page,
    _ before: Contents
  ) {
    var edits: [ListEdit<Item>] = []
    change(&unsaved) {
      edits = $0.late.takeEdits(of: attempt) { id in
        before.position(of: id) == nil && page.items.contains { $0.id == id }
      }
    }
    for edit in edits {
      if case .remove(let id) = edit {
        let contents = Contents(copying: contents ?? before)
        contents.exclude(id)
        self.contents = contents
      } else {
        changeParts { $0.record(edit, at: end) }
      }
    }
  }

  private func changeParts(_ body: (Parts) -> Void) {
    let new = Parts(copying: parts)
    body(new)
    parts = new
  }

  /// Changes a copy of the parts, if there are any.
  func change(_ parts: inout Parts?, _ body: (Parts) -> Void) {
    if parts != nil { changeParts(body) }
  }

  /// Removes the parts of loads that have ended, and makes the visible list agree with the rest.
  func updateVisible() {
    if parts != nil { parts = parts.flatMap { Parts.current($0, core, contents) } }
    if unsaved != nil { updateUnsaved() }
  }

  /// Makes the part of the failed load the list that stays visible.
  func keepPartOfList() {
    guard let parts, let part = parts.ofList else { return }
    if let contents, contents.key.number != part.key.number { cached.append(contents) }
    contents = part
    core.keepPart(of: part.key.number, count: part.items.count, visible: parts.visible)
    changeParts { $0.removeEnds() }
  }

  /// Removes the parts at an end whose page has loaded; the edits of the attempt apply to the page.
  func removePart(of attempt: UInt, at end: ListEnd, _ decision: inout PagingDecision) {
    guard let part = parts?.part(at: end) else { return }
    if part.attempt == attempt, !part.edits.isEmpty, let before = contents {
      let contents = Contents(copying: before)
      part.applyEdits(to: contents)
      self.contents = contents
    }
    changeParts { $0.removeParts(at: end) }
    decision.show()
  }
}

// MARK: State

extension PagedMachine {
  /// The list of the state.
  var visibleList: List? {
    guard case .loading(let run) = core.phase else { return list }
    switch run.shown {
    case .none: return nil
    case .settled: return list
    case .part: return parts?.list(in: run, unsaved?.list)
    }
  }

  func updateProperties(at now: Duration) {
    let contents = parts?.withEnds ?? contents
    let reports = parts?.reports(core)
    properties = core.list.flatMap { contents?.properties($0, at: now, reports) }
  }
}

// MARK: Visible rows

extension PagedMachine {
  /// Returns the offset of an item in the visible list.
  func offset(of id: Item.ID) -> Int? {
    if let list = unsaved?.list { return list.offset(of: id) }
    guard let parts else { return contents?.offset(of: id) }
    return (parts.ofList ?? parts.withEnds ?? contents)?.offset(of: id)
  }

  func setVisible(_ offset: Int, _ decision: inout PagingDecision) {
    guard let offset = unsaved == nil ? offset : confirmedOffset(of: offset) else { return }
    guard let parts else { return core.setVisible(offset, &decision) }
    if let list = parts.ofList {
      guard 0..<list.items.count ~= offset else { return }
      changeParts { $0.visible = offset }
      decision.recordChange()
    } else if let list = parts.withEnds, 0..<list.items.count ~= offset {
      core.setVisibleRow(offset - parts.startCount, &decision)
    } else {
      core.setVisible(offset, &decision)
    }
  }
}

// MARK: Edits

extension PagedMachine {
  /// Applies an edit to the part of the load of the list.
  func applyToPart(_ edit: ListEdit<Item>, _ decision: inout PagingDecision) {
    guard let part = parts?.ofList else { return }
    let edited = Contents(copying: part)
    edited.applyAnywhere(edit)
    changeParts { $0.edit(edited) }
    decision.show()
  }

  /// Applies an edit that the settled list does not contain to the parts at its ends; returns
  /// `false` if they do not contain it.
  ///
  /// An item that is inserted next to one of a part is inserted at that end of the list, too, where
  /// it stays if the part does not.
  func applyToEnds(_ edit: ListEdit<Item>, _ decision: inout PagingDecision) -> Bool {
    guard let parts, let list = parts.withEnds, let before = contents,
      let offset = list.offset(of: edit.neighbor)
    else { return false }
    let end: ListEnd = offset < parts.startCount ? .start : .end
    switch edit {
    case .change, .move: changeParts { $0.record(edit, at: end) }
    case .remove(let id):
      let contents = Contents(copying: before)
      contents.exclude(id)
      self.contents = contents
    case .insert(let item, _) where item.id == edit.neighbor:
      changeParts { $0.record(.change(item.id) { $0 = item }, at: end) }
    case .insert(let item, _):
      let contents = Contents(copying: before)
      _ = contents.apply(.insert(item, at: end == .end ? .end : .start))
      self.contents = contents
      core.edited(count: contents.items.count, isRemoval: false, &decision)
      changeParts { $0.record(edit, at: end) }
    }
    decision.show()
    return true
  }
}

extension ListEdit {
  /// The id of the item that the list must contain.
  fileprivate var neighbor: Item.ID {
    switch self {
    case .change(let id, _), .remove(let id), .move(let id, _): id
    case .insert(_, .before(let id)), .insert(_, .after(let id)): id
    // Every list has a start and an end, so this edit applies to the settled list.
    case .insert(let item, .start), .insert(let item, .end), .insert(let item, .afterLastPage):
      item.id
    }
  }
}
