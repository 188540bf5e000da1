/// A transform with one row or none for each item: one chunk of rows for each chunk of items.
///
/// The rows of a chunk are created once. When a list has grown, was edited or has dropped pages,
/// only the items of its new chunks are transformed.
struct MappedRows<Item: Identifiable & Sendable, Row: Identifiable & Sendable>: RowTransform {
  private let transform: @Sendable (Item) -> Row?
  private var items = SharedItems<Item>()
  /// The chunks of the items, without parts that do not belong to the list.
  private var sources = ChunkList()
  private var rows = SharedItems<Row>()

  init(_ transform: @escaping @Sendable (Item) -> Row?) { self.transform = transform }

  mutating func rows(of new: SharedItems<Item>) -> SharedItems<Row> {
    if new.extends(items), items.extends(new) { return rows }
    let whole = new.withWholeChunks.chunks
    let chunks = whole.mapped(like: sources, rows.chunks) { chunk in
      if chunk === ItemChunk.none { return chunk }
      return SharedItems.chunk(of: chunk.items(of: Item.self).compactMap(transform))
    }
    rows = SharedItems(chunks, from: start(of: whole, chunks))
    (items, sources) = (new, whole)
    return rows
  }

  /// The position of the first row, at which the rows of a shared chunk keep their positions.
  private func start(of new: ChunkList, _ chunks: ChunkList) -> Int {
    let shared = new.numbers.clamped(to: sources.numbers).first { number in
      new.shares(number..<(number + 1), with: sources)
    }
    guard let shared else { return 0 }
    return rows.bounds.lowerBound + rows.chunks.start(of: shared) - chunks.start(of: shared)
  }
}

extension ChunkList {
  /// Returns the chunks that a closure returns for these, in the same groups.
  ///
  /// The result of a chunk that another list has at the same number is taken from the results for
  /// the other list.
  func mapped(like other: Self, _ results: Self, _ transform: (ItemChunk) -> ItemChunk) -> Self {
    let shift = numbers.lowerBound >> 6 - other.numbers.lowerBound >> 6
    let groups = zip(groups, shift...).map { group, index in
      guard other.groups.indices.contains(index) else { return Group(group.chunks.map(transform)) }
      let (before, results) = (other.groups[index], results.groups[index])
      if before === group { return results }
      return Group(
        group.chunks.enumerated().map { slot, chunk in
          let isShared = before.chunks.indices.contains(slot) && before.chunks[slot] === chunk
          return isShared ? results.chunks[slot] : transform(chunk)
        }
      )
    }
    let mapped = Self(groups, numbers: numbers)
    // A chunk has at most one row for each item, so the same number of rows means the same sizes.
    return mapped.count == count ? Self(groups, numbers: numbers, chunkSize: chunkSize) : mapped
  }
}
