/// The rows of successive lists of items: one chunk of rows for each chunk of items.
///
/// The rows of a chunk are created once. When a list has grown, was edited or has dropped pages,
/// only the items of its new chunks are transformed. It is a value that is cheap to copy.
struct RowChunks<Item: Identifiable & Sendable, Row: Identifiable & Sendable>: Sendable {
  private var items = SharedItems<Item>()
  /// The chunks of the items, without parts that do not belong to the list.
  private var sources = ItemSpine()
  private var rows = SharedItems<Row>()

  init() {}

  /// Returns the rows of items, where the closure returns the rows of consecutive items.
  mutating func rows(
    of new: SharedItems<Item>,
    _ transform: ([Item]) -> [Row]
  ) -> SharedItems<Row> {
    if new.extends(items), items.extends(new) { return rows }
    let whole = new.withWholeChunks.spine
    let spine = whole.mapped(like: sources, rows.spine) { chunk in
      let rows = transform(chunk.items(of: Item.self))
      return ItemArray(rows, rows.map { $0.id.hashValue })
    }
    rows = SharedItems(spine, from: start(of: whole, spine))
    (items, sources) = (new, whole)
    return rows
  }

  /// The place of the first row, at which the rows of a shared chunk keep their places.
  private func start(of new: ItemSpine, _ spine: ItemSpine) -> Int {
    let shared = new.numbers.clamped(to: sources.numbers).first { number in
      new.shares(number..<(number + 1), with: sources)
    }
    guard let shared, let before = rows.spine.position(of: shared),
      let after = spine.position(of: shared)
    else { return 0 }
    return rows.bounds.lowerBound + rows.spine.start(of: before) - spine.start(of: after)
  }
}

extension ItemSpine {
  /// Returns the chunks that a closure returns for these, in the same groups.
  ///
  /// The result of a chunk that another spine has at the same number is taken from the results for
  /// the other spine.
  func mapped(like other: Self, _ results: Self, _ transform: (ItemChunk) -> ItemChunk) -> Self {
    var number = firstNumber
    let groups = groups.map { group in
      defer { number += group.chunks.count }
      if let known = other.position(of: number), other.groups[known.group] === group {
        return results.groups[known.group]
      }
      return Group(
        zip(group.chunks, number...).map { chunk, number in
          if let known = other.position(of: number), other[known] === chunk {
            return results[known]
          }
          return transform(chunk)
        }
      )
    }
    let mapped = Self(groups, from: firstNumber)
    // A chunk has at most one row for each item, so the same number of rows means the same sizes.
    return mapped.count == count ? Self(groups, from: firstNumber, chunkSize: chunkSize) : mapped
  }
}
