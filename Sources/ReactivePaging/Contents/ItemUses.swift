import HashTreeCollections
import ReactiveLoading

/// The items that the unsaved edits of a list refer to, by the hashes of their ids.
///
/// Items whose ids have the same hash count as one, so each of them may be said to be used, or not
/// to be fixed, because of another one.
///
/// A copy shares all parts but those that differ, as a copy of the edits does.
// NB: Not by the ids, because a dictionary of these needs look-ups of its type.
struct ItemUses: Sendable {
  private struct Use {
    /// The edits of the item, and those that place another one next to it, in their order.
    var edits = EditStack<UnsavedEdit>()
    /// The number of the edits that insert, remove or move the item.
    var moves = 0
  }

  private var uses: TreeDictionary<Int, Use> = [:]
  private var moves = 0
  /// The number of the edits that place an item at the end of the list, or after the last page.
  private var placesAtEnd = 0

  /// True if all edits change items in place only.
  var keepsOrder: Bool { moves == 0 }

  /// True if no edit places an item at the end of the list, or after the last page.
  var keepsEnd: Bool { placesAtEnd == 0 }

  func contains(_ id: some Hashable) -> Bool { uses[id.hashValue] != nil }

  /// Returns true if no edit inserts, removes or moves the item.
  func isFixed(_ id: some Hashable) -> Bool { uses[id.hashValue]?.moves ?? 0 == 0 }

  /// Returns the edits of an item in their order, among others that do not change it.
  func edits(of id: some Hashable) -> EditStack<UnsavedEdit> {
    uses[id.hashValue]?.edits ?? EditStack()
  }

  /// Adds the newest edit of a write, with its edits of items.
  mutating func add<Item>(_ edit: UnsavedEdit, _ listEdits: [ListEdit<Item>]) {
    count(listEdits, 1) { edits in
      if edits.last?.id != edit.id { edits.insert(edit, at: edits.count) }
    }
  }

  mutating func remove<Item>(_ edit: UnsavedEdit, _ listEdits: [ListEdit<Item>]) {
    count(listEdits, -1) { edits in
      if let position = edits.position(of: edit.id) { edits.remove(at: position) }
    }
  }

  private mutating func count<Item>(
    _ listEdits: [ListEdit<Item>],
    _ difference: Int,
    _ change: (inout EditStack<UnsavedEdit>) -> Void
  ) {
    for listEdit in listEdits {
      let moved = listEdit.keepsOrder ? 0 : difference
      moves += moved
      if listEdit.isAtEnd { placesAtEnd += difference }
      count(listEdit.id.hashValue, moves: moved, change)
      if let anchor = listEdit.anchor { count(anchor.hashValue, moves: 0, change) }
    }
  }

  private mutating func count(
    _ hash: Int,
    moves: Int,
    _ change: (inout EditStack<UnsavedEdit>) -> Void
  ) {
    var use = uses.removeValue(forKey: hash) ?? Use()
    change(&use.edits)
    use.moves += moves
    if !use.edits.isEmpty { uses[hash] = use }
  }
}

extension ListEdit {
  /// The id of the item next to which it places its item; `nil` for another position.
  fileprivate var anchor: Item.ID? {
    switch self {
    case .insert(_, .before(let id)), .insert(_, .after(let id)): id
    case .move(_, .before(let id)), .move(_, .after(let id)): id
    case .change, .remove, .insert, .move: nil
    }
  }

  /// True if it places its item at the end of the list, or after the last page.
  fileprivate var isAtEnd: Bool {
    switch self {
    case .insert(_, .end), .insert(_, .afterLastPage): true
    case .move(_, .end), .move(_, .afterLastPage): true
    case .change, .remove, .insert, .move: false
    }
  }
}
