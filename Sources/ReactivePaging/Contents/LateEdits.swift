import ReactiveLoading

/// The saved edits that apply to the pages of attempts that started before them.
struct LateEdits<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private struct Entry {
    let edit: ListEdit<Item>
    var attempts: [PagingCore.Ticket]

    /// Returns whether the page of an attempt lacks its change of an item that is new.
    func applies(to attempt: PagingCore.Ticket, _ isNew: (Item.ID) -> Bool) -> Bool {
      if case .insert = edit { return false }
      return attempts.contains(attempt) && isNew(edit.id)
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Records an edit for the pages at the ends that attempts in flight return.
  mutating func record(_ edit: ListEdit<Item>, for attempts: [PagingCore.Ticket]) {
    if !attempts.isEmpty { entries.append(Entry(edit: edit, attempts: attempts)) }
  }

  /// Returns the edits that the page of an attempt lacks, whose items are new; no insertions.
  func edits(of attempt: PagingCore.Ticket, where isNew: (Item.ID) -> Bool) -> [ListEdit<Item>] {
    // NB: The methods of an array look up types, for an empty one, too.
    if isEmpty { return [] }
    return entries.filter { $0.applies(to: attempt, isNew) }.map(\.edit)
  }

  /// Removes and returns the edits of an attempt, as ``edits(of:where:)`` returns them.
  mutating func takeEdits(
    of attempt: PagingCore.Ticket,
    where isNew: (Item.ID) -> Bool
  ) -> [ListEdit<Item>] {
    var edits: [ListEdit<Item>] = []
    for (index, entry) in entries.enumerated() where entry.applies(to: attempt, isNew) {
      edits.append(entry.edit)
      entries[index].attempts.removeAll { $0 == attempt }
    }
    if !edits.isEmpty { entries.removeAll { $0.attempts.isEmpty } }
    return edits
  }

  /// Forgets an attempt, whose result is newer than the edits so far.
  mutating func forget(_ attempt: PagingCore.Ticket) { keepAttempts { $0 != attempt } }

  /// Forgets the attempts that do not satisfy a predicate.
  mutating func keepAttempts(_ isKept: (PagingCore.Ticket) -> Bool) {
    if isEmpty || entries.allSatisfy({ $0.attempts.allSatisfy(isKept) }) { return }
    for index in entries.indices { entries[index].attempts.removeAll { !isKept($0) } }
    entries.removeAll { $0.attempts.isEmpty }
  }
}
