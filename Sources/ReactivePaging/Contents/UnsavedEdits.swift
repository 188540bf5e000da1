import ReactiveLoading

/// The unsaved edits of a list, and the visible list with them.
///
/// The visible list is the confirmed one, with the edits in their order. It is made again if the
/// confirmed list has changed, unless only items in place or a page have changed. See
/// <doc:PagingContract#P13-Optimistic-edits>.
///
/// It is a class for the same reason as ``ListContents``.
final class UnsavedEdits<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias Contents = ListContents<Key, Cursor, Item, Failure>
  typealias Edit = UnsavedEdit<Item>

  /// A saved edit that applies to the pages of attempts that started before it.
  private struct LateEdit {
    let edit: ListEdit<Item>
    var attempts: [PagingCore.Ticket]
  }

  private var stack = EditStack<Edit>()
  /// The number of the edits that do not keep the order of the items.
  private var reorderingCount = 0
  /// The number of edits of each item.
  private var editCounts: [Item.ID: Int] = [:]
  /// The ends of edits that arrived before the edits, because threads deliver steps in any order.
  private var earlyEnds: [LoadEditID: EditResult] = [:]
  /// The edits that a reset dropped, and the refused ones.
  private var discarded: Set<LoadEditID> = []
  private var lateEdits: [LateEdit] = []
  /// The confirmed list that `list` was made from; `nil` if it must be made again.
  private var base: Contents?
  /// The visible list; `nil` without unsaved edits.
  private(set) var list: Contents?

  init(copying other: UnsavedEdits?) {
    guard let other else { return }
    stack = other.stack
    reorderingCount = other.reorderingCount
    editCounts = other.editCounts
    earlyEnds = other.earlyEnds
    discarded = other.discarded
    lateEdits = other.lateEdits
    (base, list) = (other.base, other.list)
  }

  var isUnused: Bool {
    stack.isEmpty && earlyEnds.isEmpty && discarded.isEmpty && lateEdits.isEmpty
  }

  /// The numbers of the keys of lists into which edits insert.
  var keys: [Int] { stack.all.compactMap(\.key) }
}

// MARK: Steps

extension UnsavedEdits {
  /// A write that has been saved.
  struct Saved {
    let edit: Edit
    let edits: [ListEdit<Item>]
    /// True if the visible list contains exactly these edits already.
    let isVisible: Bool
  }

  /// Adds an edit over a confirmed list; returns it as saved if its write has been saved already.
  ///
  /// Sets `shows` to whether the visible list may have changed.
  func add(_ edit: Edit, over confirmed: Contents?, shows: inout Bool) -> Saved? {
    switch earlyEnds.removeValue(forKey: edit.id) {
    case .saved(let output):
      return Saved(edit: edit, edits: edit.saved(with: output), isVisible: false)
    case .rolledBack: return nil
    case nil: break
    }
    if stack.isEmpty { (base, list) = (confirmed, confirmed) }
    let position = stack.insertionPosition(of: edit.id)
    if position == stack.count, let base, let list {
      self.list = Contents(copying: list)
      shows = apply(edit, of: base.key.number)
    } else {
      (base, shows) = (nil, true)
    }
    stack.insert(edit, at: position)
    count(edit, 1)
    return nil
  }

  func refuse(_ id: LoadEditID) {
    if earlyEnds.removeValue(forKey: id) == nil { discarded.insert(id) }
  }

  /// Removes an edit whose write has ended; returns it if it was saved.
  ///
  /// Sets `shows` to whether the visible list may change.
  func end(_ id: LoadEditID, _ result: EditResult, shows: inout Bool) -> Saved? {
    guard let position = stack.position(of: id) else {
      if discarded.remove(id) == nil { earlyEnds[id] = result }
      return nil
    }
    let edit = stack[position]
    stack.remove(at: position)
    count(edit, -1)
    guard case .saved(let output) = result else {
      shows = !edit.keepsOrder || edit.edits.contains { list?.position(of: $0.id) != nil }
      revert(edit)
      return nil
    }
    let isSame = !edit.editor.confirms || output == nil
    let isAlone = edit.edits.allSatisfy { editCounts[$0.id] == nil }
    let isLowest = position == 0 || reorderingCount == 0 && edit.keepsOrder && isAlone
    shows = !isSame || !isLowest
    if shows { revert(edit) }
    return Saved(edit: edit, edits: edit.saved(with: output), isVisible: !shows)
  }

  func removeAll() {
    for edit in stack.all { discarded.insert(edit.id) }
    (stack, reorderingCount, editCounts, lateEdits) = (EditStack(), 0, [:], [])
    (base, list) = (nil, nil)
  }

  /// Counts an edit that was inserted (1) or removed (-1).
  private func count(_ edit: Edit, _ difference: Int) {
    if !edit.keepsOrder { reorderingCount += difference }
    for change in edit.edits {
      let count = editCounts[change.id, default: 0] + difference
      editCounts[change.id] = count == 0 ? nil : count
    }
  }

  /// Removes the effect of an edit that is no longer in the stack.
  private func revert(_ edit: Edit) {
    guard reorderingCount == 0, edit.keepsOrder, let base else { return self.base = nil }
    follow(base, since: base, changing: edit.edits.map(\.id))
  }
}

// MARK: The visible list

extension UnsavedEdits {
  /// Makes the visible list again, if the confirmed one or the edits have changed.
  func update(over new: Contents?) {
    if stack.isEmpty || new == nil { return (base, list) = (nil, nil) }
    if let base, base === new { return }
    guard let new else { return }
    list = Contents(copying: new)
    base = new
    bindKeys(to: new.key.number)
    for edit in stack.all { apply(edit, of: new.key.number) }
  }

  /// Sets the key of the edits that were made before the first list.
  private func bindKeys(to key: Int) {
    for position in 0..<stack.count where stack[position].key == nil { stack[position].key = key }
  }

  /// Applies an edit to the visible list; returns whether the items have changed.
  @discardableResult
  private func apply(_ edit: Edit, of key: Int) -> Bool {
    var changes = false
    for change in edit.edits where edit.applies(change, to: key) {
      if list?.applyAnywhere(change) == true { changes = true }
    }
    return changes
  }

  /// Takes a confirmed list that contains the lowest edit, which is no longer in the stack; returns
  /// whether the visible list stays.
  ///
  /// With a part at an end, its items are in the list after the edits of the confirmed list.
  func take(_ new: Contents?, since before: Contents?) -> Bool {
    // It may have followed the changes already.
    if base == nil || base === new { return true }
    guard base === before else { return false }
    base = new
    return true
  }

  /// Changes the visible list as the confirmed one, in which only items in place have changed.
  func follow(_ new: Contents, since before: Contents, changing ids: [Item.ID]) {
    guard base === before, reorderingCount == 0, let list else { return }
    let changed = Contents(copying: list)
    for id in ids {
      guard let item = new.item(id) else { continue }
      _ = changed.apply(.change(id) { $0 = item })
      if editCounts[id] == nil { continue }
      for edit in stack.all {
        for change in edit.edits where change.id == id { _ = changed.apply(change) }
      }
    }
    (base, self.list) = (new, changed)
  }

  /// Adds a page to the visible list as to the confirmed one.
  func add(
    _ page: Contents.Page,
    of request: Box<Contents.Request>,
    at end: ListEnd,
    to new: Contents,
    since before: Contents
  ) {
    guard base === before, reorderingCount == 0, let list else { return }
    let grown = Contents(copying: list)
    _ = grown.add(page, of: request, at: end)
    _ = grown.trim(end.other)
    if page.items.contains(where: { editCounts[$0.id] != nil }) {
      for edit in stack.all {
        for change in edit.edits where before.position(of: change.id) == nil {
          _ = grown.apply(change)
        }
      }
    }
    (base, self.list) = (new, grown)
  }
}

// MARK: Pages that were requested before an edit was saved

extension UnsavedEdits {
  /// Records a saved edit for the pages at the ends that attempts in flight return.
  func record(_ edit: ListEdit<Item>, for attempts: [PagingCore.Ticket]) {
    if !attempts.isEmpty { lateEdits.append(LateEdit(edit: edit, attempts: attempts)) }
  }

  /// Applies saved edits to the items of a new page that its attempt requested before them.
  ///
  /// Returns the changed list; `nil` if it stays.
  func editedPage(
    of attempt: PagingCore.Ticket,
    in list: Contents,
    since before: Contents
  ) -> Contents? {
    let edits = lateEdits.filter { late in
      late.attempts.contains(attempt) && before.position(of: late.edit.id) == nil
        && list.position(of: late.edit.id) != nil
    }
    if edits.isEmpty { return nil }
    let edited = Contents(copying: list)
    for late in edits {
      if case .insert = late.edit { continue }
      _ = edited.apply(late.edit)
    }
    return edited
  }

  /// Forgets an attempt, whose result is newer than the edits so far.
  func forget(_ attempt: PagingCore.Ticket) {
    if lateEdits.isEmpty { return }
    for index in lateEdits.indices { lateEdits[index].attempts.removeAll { $0 == attempt } }
    lateEdits.removeAll { $0.attempts.isEmpty }
  }

  /// Forgets the attempts that are no longer in flight.
  func keepAttempts(_ attempts: [PagingCore.Ticket]) {
    for late in lateEdits {
      for attempt in late.attempts where !attempts.contains(attempt) { forget(attempt) }
    }
  }
}
