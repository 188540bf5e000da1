/// A part of the items of a list that never changes; lists share it.
///
/// This is the part of a chunk that needs no type of items, so that code about whole lists is not
/// generic. Each chunk of a list of items is an ``ItemArray`` of these items.
// SAFETY: all properties are constants; the items of a subclass are Sendable where the list is.
@usableFromInline
class ItemChunk: @unchecked Sendable {
  /// The largest number of items that a chunk has when it is created.
  static var capacity: Int { 128 }

  @usableFromInline let count: Int
  /// The hashes of the items' ids, in the order of the items.
  let hashes: [Int]

  init(_ hashes: [Int]) {
    count = hashes.count
    self.hashes = hashes
  }
}

/// A chunk with its items.
// SAFETY: as for the superclass.
@usableFromInline
final class ItemArray<Item>: ItemChunk, @unchecked Sendable {
  @usableFromInline let items: [Item]

  init(_ items: [Item], _ hashes: [Int]) {
    self.items = items
    super.init(hashes)
  }
}

extension ItemChunk {
  /// The items of a chunk of a list of this type of items.
  @inlinable
  func items<Item>(of type: Item.Type) -> [Item] {
    unsafeDowncast(self, to: ItemArray<Item>.self).items
  }
}
