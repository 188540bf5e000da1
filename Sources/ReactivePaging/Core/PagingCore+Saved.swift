import ReactiveLoading

// Lists that are restored from records. See <doc:PagingContract#P11-Saved-lists>.

extension PagingCore {
  /// Returns the key of a load whose first attempt has this ticket, if no list of the key is in
  /// memory, so that the list of its record may be shown.
  func keyToRestore(for ticket: Ticket) -> KeyNumber? {
    guard case .loading(let run) = phase, run.work.attempts.isAttempting(ticket) else { return nil }
    let isFirst = run.work.attempts.isFirst && run.listLoad.draftPages == nil
    let isRestorable = isFirst && run.listLoad.cause != .retry && !isCached(run.listLoad.key)
    return isRestorable ? run.listLoad.key : nil
  }

  /// The settled and the cached lists.
  var allLists: [List] { list.map { [$0] + cached } ?? cached }

  /// Settles the list of a record under the running load; it may be the result.
  ///
  /// The load is that of ``keyToRestore(for:)``. `isStale` is true if the list was invalidated
  /// since it was loaded.
  mutating func restore(
    _ added: AddedPage,
    age: Duration,
    isStale: Bool,
    _ decision: inout Decision
  ) {
    guard case .loading(var run) = phase else { return }
    cacheList()
    var new = List(key: run.listLoad.key, added)
    new.isRestored = true
    let fault = added.hasMore ? fault(added, 0) : nil
    if fault != nil { new[.end].fail(at: decision.now) }
    new.staleAt = policy.load.freshness.end(from: decision.now, age: age)
    if isStale || run.listLoad.isOutdated { new.invalidate() }
    (settled, list) = (.listed, new)
    decision.changeContents(.restore)
    // The page is requested now, so it is newer than edits during the read.
    decision.changeContents(.recordRequest)
    if let fault { decision.changeContents(.fail(.end, fault)) }
    decision.show()
    if run.isNeeded, decision.now < new.staleAt ?? .distantFuture {
      phase = .settled
      return decision.end(run.work.load, .loaded)
    }
    let isHidden = run.listLoad.cause == .load && policy.load.previous == .never
    // A part, of a load that this one has replaced, is newer than the record.
    if run.shown != .part { run.shown = isHidden ? .none : .settled }
    if run.shown == .settled, new.hasSavedRows {
      run.listLoad.goal = new.pages
      decision.changeContents(.deepen)
    }
    phase = .loading(run)
  }
}

extension PagingCore.List {
  /// Creates a list of the pages that were added at its end.
  init(key: PagingCore.KeyNumber, _ added: PagingCore.AddedPage) {
    let ends = Ends(
      end: PagingCore.EndState(hasMore: added.hasMore),
      start: PagingCore.EndState(hasMore: added.otherHasMore)
    )
    self.init(key: key, count: added.count, pages: added.pages, ends: ends)
  }

  /// True if a load of its first page alone would remove rows that are visible since the restore.
  var hasSavedRows: Bool { isRestored && pages > 1 }

  mutating func invalidate() { (staleAt, isInvalidated) = (.distantPast, true) }
}
