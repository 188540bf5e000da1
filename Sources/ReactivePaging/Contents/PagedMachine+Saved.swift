import ReactiveLoading

// Lists that are restored and saved. See <doc:PagingContract#P11-Saved-lists>.

extension PagedMachine {
  /// Shows the list of a record under the running load, unless the load has ended.
  func restore(
    _ pages: Box<[Contents.Page]>,
    of ticket: UInt,
    age: Duration,
    isStale: Bool,
    _ decision: inout PagingDecision
  ) {
    guard let number = core.keyToRestore(for: ticket), let key = key(number),
      let (list, restored) = Contents.restored(key, pages, core.policy)
    else { return }
    running?.applyEdits(to: list)
    var added = restored
    added.count = list.items.count
    if let contents { cached.append(contents) }
    contents = list
    core.restore(added, age: age, isStale: isStale, &decision)
  }

  /// Returns the operations on records after a decision that was made on a copy of `before`.
  ///
  /// It calls code of the caller, which makes keys.
  func recordOperations(
    since before: PagedMachine,
    _ decision: PagingDecision,
    isReset: Bool,
    _ records: any LoadRecords
  ) -> [RecordOperation] {
    if isReset { return before.removals(records) }
    let isLoaded = decision.contentsChanges.contains(.finishLoad)
    return core.allLists.flatMap { list in
      operations(on: list, since: before, isLoaded: isLoaded && list.key == core.list?.key, records)
    }
  }

  private func operations(
    on list: PagingCore.List,
    since before: PagedMachine,
    isLoaded: Bool,
    _ records: any LoadRecords
  ) -> [RecordOperation] {
    guard let contents = contents(of: list.key) else { return [] }
    let old = before.contents(of: list.key)
    let isEdited = contents.savedVersion != old?.savedVersion ?? 0
    let oldList = before.core.allLists.first { $0.key == list.key }
    // A list that is restored during a load that was invalidated is stale, too.
    let wasInvalidated = oldList?.isInvalidated ?? (before.core.runningLoad?.isOutdated != true)
    let kinds: [SaveKind?] = [
      isLoaded ? .loaded(age: .zero) : isEdited ? .edited : nil,
      list.isInvalidated && (isLoaded || !wasInvalidated) ? .stale : nil,
    ]
    let saved = kinds.compactMap(\.self)
    guard !saved.isEmpty, let pages = contents.savedPages else { return [] }
    let request = Box(contents.key.key)
    let key = records.key(of: request)
    let box = contents.savedAt.map { SavedBox(pages, savedAt: $0) } ?? Box(pages)
    return saved.map { .save(box, key: key, of: request, $0) }
  }

  /// The removals of the records of all keys that are in use.
  private func removals(_ records: any LoadRecords) -> [RecordOperation] {
    var all = keys.map(\.key)
    if let key = NoRequest() as? Key { all = [key] }
    return all.map {
      let request = Box($0)
      return .remove(key: records.key(of: request), of: request)
    }
  }

  /// Returns the settled or cached list of a key, also during a decision that exchanges them.
  func contents(of number: PagingCore.KeyNumber) -> Contents? {
    if let contents, contents.key.number == number { return contents }
    return cached.first { $0.key.number == number }
  }
}
