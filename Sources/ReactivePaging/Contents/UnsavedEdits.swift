import HashTreeCollections
import ReactiveLoading

/// The unsaved edits of a list, and the visible list with them.
///
/// The visible list is the confirmed one, with the edits in their order. It is made again if the
/// confirmed list has changed, unless only items in place or a page have changed, and if an edit is
/// removed on which others depend. See <doc:PagingContract#P13-Optimistic-edits>.
///
/// It is a class for the same reason as ``ListContents``.
final class UnsavedEdits<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias Contents = ListContents<Key, Cursor, Item, Failure>

  private var stack = EditStack<UnsavedEdit>()
  private var uses = ItemUses()
  /// The ends of edits that arrived before the edits, because threads deliver steps in any order.
  private var earlyEnds: TreeDictionary<LoadEditID, EditResult> = [:]
  /// The edits that a reset dropped, and the refused ones.
  private var discarded: TreeSet<LoadEditID> = []
  /// The saved edits that pages in flight lack.
  var late = LateEdits<Item>()
  /// The confirmed list that `list` was made from; `nil` if it must be made again.
  private var base: Contents?
  /// The visible list; `nil` without unsaved edits.
  private(set) var list: Contents?
  /// The number of edits that were removed from the list since it was made.
  ///
  /// The list has the items of the edits that are left, but not always their pages.
  private(set) var removedCount = 0

  init(copying other: UnsavedEdits?) {
    guard let other else { return }
    stack = other.stack
    uses = other.uses
    earlyEnds = other.earlyEnds
    discarded = other.discarded
    late = other.late
    (base, list, removedCount) = (other.base, other.list, other.removedCount)
  }

  var isUnused: Bool {
    stack.isEmpty && earlyEnds.isEmpty && discarded.isEmpty && late.isEmpty
  }

  /// The numbers of the keys of lists into which edits insert.
  var keys: [Int] { stack.all.compactMap { $0.key } }
}

// MARK: Steps

extension UnsavedEdits {
  /// A write that has been saved.
  struct Saved {
    /// The number of the key of the list into which it inserts, if it is known.
    let key: Int?
    let edits: [ListEdit<Item>]
    /// True if the visible list contains exactly these edits already.
    let isVisible: Bool
  }

  /// Adds an edit over a confirmed list; returns it as saved if its write has been saved already.
  ///
  /// Sets `shows` to whether the visible list may have changed.
  func add(_ edit: UnsavedEdit, over confirmed: Contents?, shows: inout Bool) -> Saved? {
    let change = edit.change(of: Item.self)
    switch earlyEnds.removeValue(forKey: edit.id) {
    case .saved(let output):
      return Saved(key: edit.key, edits: change.saved(with: output), isVisible: false)
    case .rolledBack: return nil
    case nil: break
    }
    if stack.isEmpty { (base, list, removedCount) = (confirmed, confirmed, 0) }
    let position = stack.insertionPosition(of: edit.id)
    if position == stack.count, let base, let list {
      let edited = Contents(copying: list)
      shows = apply(edit, to: edited, of: base.key.number)
      self.list = edited
    } else {
      (base, shows) = (nil, true)
    }
    stack.insert(edit, at: position)
    if edit.id == stack.last?.id { uses.add(edit, change.edits) } else { countUses() }
    return nil
  }

  /// Forgets the ends of edits that have not arrived, and never will, as all steps are in order.
  func forgetEarlyEnds() { earlyEnds = [:] }

  /// Counts the uses of items again, because the edits have another order.
  private func countUses() {
    uses = ItemUses()
    for edit in stack.all { uses.add(edit, edit.change(of: Item.self).edits) }
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
    let change = edit.change(of: Item.self)
    stack.remove(at: position)
    uses.remove(edit, change.edits)
    guard case .saved(let output) = result else {
      shows = !change.keepsOrder || change.ids.contains { list?.position(of: $0) != nil }
      revert(change)
      return nil
    }
    let isSame = !change.editor.confirms || output == nil
    let isLowest = position == 0 || change.keepsOrder && isIndependent(change.ids)
    shows = !isSame || !isLowest
    if shows { revert(change) }
    return Saved(key: edit.key, edits: change.saved(with: output), isVisible: !shows)
  }

  func removeAll() {
    for edit in stack.all { discarded.insert(edit.id) }
    (stack, uses, late) = (EditStack(), ItemUses(), LateEdits())
    (base, list) = (nil, nil)
  }

  /// Returns true if no edit refers to these items.
  private func isIndependent(_ ids: [Item.ID]) -> Bool { !ids.contains { uses.contains($0) } }

  /// Removes the effect of an edit that is no longer in the stack.
  ///
  /// The other edits change nothing but their own items, and place these next to others that they
  /// refer to. So items to which none refers become those of the confirmed list again. If enough
  /// edits were removed to pay for it, the list is made again, which also drops unused memory.
  private func revert(_ change: ListChange<Item>) {
    guard let base, let list else { return }
    let ids = change.ids
    if change.keepsOrder, mayFollow(ids) {
      follow(base, since: base, changing: ids)
    } else if removedCount < stack.count, isIndependent(ids),
      let restored = list.restoring(ids, from: base, isFixed: { uses.isFixed($0) })
    {
      (self.list, removedCount) = (restored, removedCount + 1)
    } else {
      self.base = nil
    }
  }
}

// MARK: The visible list

extension UnsavedEdits {
  /// Makes the visible list again, if the confirmed one or the edits have changed.
  func update(over new: Contents?) {
    guard let new, !stack.isEmpty else { return (base, list) = (nil, nil) }
    if base === new { return }
    bindKeys(to: new.key.number)
    (base, list, removedCount) = (new, edited(new), 0)
  }

  /// Returns a confirmed list with all edits.
  func edited(_ confirmed: Contents) -> Contents {
    let edited = Contents(copying: confirmed)
    for edit in stack.all { apply(edit, to: edited, of: confirmed.key.number) }
    return edited
  }

  /// Sets the key of the edits that were made before the first list.
  private func bindKeys(to key: Int) {
    if !stack.all.contains(where: { $0.key == nil }) { return }
    for position in 0..<stack.count where stack[position].key == nil { stack[position].key = key }
  }

  /// Applies an edit to the list of a key; returns whether the items have changed.
  @discardableResult
  private func apply(_ edit: UnsavedEdit, to list: Contents, of key: Int) -> Bool {
    var changes = false
    for listEdit in edit.change(of: Item.self).edits where edit.applies(listEdit, to: key) {
      if list.applyAnywhere(listEdit) { changes = true }
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

  /// Returns true if changes of these items in place lead to changes of the visible list in place.
  private func mayFollow(_ ids: [Item.ID]) -> Bool { uses.keepsOrder || isIndependent(ids) }

  /// Changes the visible list as the confirmed one, in which only items in place have changed.
  func follow(_ new: Contents, since before: Contents, changing ids: [Item.ID]) {
    guard base === before, mayFollow(ids), let list else { return }
    let changed = Contents(copying: list)
    for id in ids {
      guard let item = new.item(id) else { continue }
      _ = changed.apply(.change(id) { $0 = item })
      applyEdits(of: id, to: changed)
    }
    (base, self.list) = (new, changed)
  }

  /// Applies the edits of an item, all of which keep the order.
  private func applyEdits(of id: Item.ID, to list: Contents) {
    if !uses.contains(id) { return }
    for edit in uses.edits(of: id).all {
      for listEdit in edit.change(of: Item.self).edits where listEdit.id == id {
        _ = list.apply(listEdit)
      }
    }
  }

  /// Adds a page to the visible list as to the confirmed one.
  ///
  /// Its items are at the end of both lists, unless an edit refers to them or places items there.
  func add(
    _ page: Contents.Page,
    of request: Box<Contents.Request>,
    at end: ListEnd,
    to new: Contents,
    since before: Contents
  ) {
    guard base === before, removedCount == 0, let list else { return }
    let isUsed = page.items.contains { uses.contains($0.id) }
    if !uses.keepsOrder {
      let keepsEnd = end == .end && uses.keepsEnd && before.afterLastPage.isEmpty
      if !keepsEnd || isUsed { return }
    }
    let grown = Contents(copying: list)
    _ = grown.add(page, of: request, at: end)
    // The edits that do not keep the order may have moved items from one page to another.
    if grown.trim(end.other) != nil, !uses.keepsOrder { return }
    if isUsed {
      for id in Set(page.items.map { $0.id }) where before.position(of: id) == nil {
        applyEdits(of: id, to: grown)
      }
    }
    (base, self.list) = (new, grown)
  }
}
