import ReactiveLoading

// Pages that have loaded.

extension PagedMachine {
  /// Takes a page that an attempt has returned.
  func receive(
    _ page: Page<Cursor, Item>,
    of ticket: UInt,
    _ decision: inout PagingDecision
  ) {
    switch core.target(of: ticket) {
    case .end(let end):
      guard let added = add(page, of: ticket, at: end) else { return }
      core.receive(added, at: end, &decision)
      if parts != nil { removePart(of: ticket, at: end, &decision) }
    case .list:
      update(&running) { listLoad in
        guard let added = listLoad.add(page) else { return }
        let (isComplete, fault) = core.receive(added, &decision)
        if isComplete {
          core.finishLoad(listLoad.applyEdits(), fault, visible: parts?.visible, &decision)
        }
      }
    case nil: break
    }
  }

  /// Adds a page at an end of the settled list, and drops those beyond the window.
  private func add(
    _ page: Contents.Page,
    of attempt: UInt,
    at end: ListEnd
  ) -> PagingCore.AddedPage? {
    guard let before = contents, let request = before.request(at: end) else { return nil }
    var contents = Contents(copying: before)
    var added = contents.add(page, of: request, at: end)
    if let dropped = contents.trim(end.other) {
      let trimmed = contents.added(at: end)
      (added.count, added.pages) = (trimmed.count, trimmed.pages)
      (added.otherHasMore, added.dropped) = (trimmed.otherHasMore, dropped)
    }
    change(&unsaved) {
      let edits = $0.late.edits(of: attempt) { [contents] id in
        before.position(of: id) == nil && contents.position(of: id) != nil
      }
      if edits.isEmpty {
        $0.add(page, of: request, at: end, to: contents, since: before)
      } else {
        let edited = Contents(copying: contents)
        for edit in edits { _ = edited.apply(edit) }
        contents = edited
        added.count = edited.items.count
      }
    }
    self.contents = contents
    return added
  }
}
