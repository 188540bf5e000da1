/// The items that the unsaved edits of a list refer to, by the hashes of their ids.
///
/// Items whose ids have the same hash count as one, so each of them may be said to be used, or not
/// to be fixed, because of another one.
// NB: Not by the ids, because a dictionary of these needs look-ups of its type, and its copy takes 4
// times as long.
struct ItemUses: Sendable {
  private struct Use {
    /// The number of the edits of the item, and of those that place another one next to it.
    var count = 0
    /// The number of the edits that insert, remove or move the item.
    var moves = 0
  }

  private var uses: [Int: Use] = [:]
  private var moves = 0

  /// True if all edits change items in place only.
  var keepsOrder: Bool { moves == 0 }

  func contains(_ id: some Hashable) -> Bool { uses[id.hashValue] != nil }

  /// Returns true if no edit inserts, removes or moves the item.
  func isFixed(_ id: some Hashable) -> Bool { uses[id.hashValue]?.moves ?? 0 == 0 }

  /// Counts edits that were made (1) or have ended (-1).
  mutating func count<Item>(_ edits: [ListEdit<Item>], _ difference: Int) {
    for edit in edits {
      count(edit.id.hashValue, difference, moves: edit.keepsOrder ? 0 : difference)
      if let anchor = edit.anchor { count(anchor.hashValue, difference, moves: 0) }
    }
  }

  private mutating func count(_ hash: Int, _ difference: Int, moves: Int) {
    var use = uses[hash] ?? Use()
    use.count += difference
    use.moves += moves
    self.moves += moves
    uses[hash] = use.count == 0 ? nil : use
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
}
