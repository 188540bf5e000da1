// Edits of single items, each of which copies one chunk.

extension SharedItems {
  /// Returns the list with an item at a position replaced by one with the same id.
  func replacing(_ position: Int, by item: Item) -> Self {
    editing(position) { items, _, index in items[index] = item }.items
  }

  func removing(_ position: Int) -> Self {
    editing(position) { items, hashes, index in
      items.remove(at: index)
      hashes.remove(at: index)
    }.items
  }

  /// Returns the list with one more item, and the number of its chunk.
  ///
  /// At an end whose outermost chunk has no room, the item becomes a separate chunk.
  func inserting(_ item: Item, _ hash: Int, at offset: Int) -> (items: Self, chunk: Int) {
    let isLast = offset == count
    let end: ListEnd = isLast ? .end : .start
    let room = 1..<ItemChunk.capacity
    if isLast || offset == 0, !room.contains(chunks.outermostCount(at: end)) {
      var items = adding([item], [hash], at: end)
      items.bounds = bounds.lowerBound..<(bounds.upperBound + 1)
      let numbers = items.chunks.numbers
      return (items, isLast ? numbers.upperBound - 1 : numbers.lowerBound)
    }
    return editing(bounds.lowerBound + (isLast ? offset - 1 : offset)) { items, hashes, index in
      items.insert(item, at: isLast ? index + 1 : index)
      hashes.insert(hash, at: isLast ? index + 1 : index)
    }
  }

  /// Returns the list with a copy of the chunk at a position that a closure has changed.
  ///
  /// A chunk whose last visible item is removed must not keep items that the list has not.
  private func editing(
    _ position: Int,
    _ body: (inout [Item], inout [Int], Int) -> Void
  ) -> (items: Self, chunk: Int) {
    if chunkBounds != bounds { return withWholeChunks.editing(position, body) }
    let (number, index) = chunks.chunkIndex(at: position - start)
    let chunk = chunks[number]
    var (items, hashes) = (chunk.items(of: Item.self), chunk.hashes)
    body(&items, &hashes, index)
    var edited = self
    edited.chunks.replace(number, by: TypedItemChunk(items, hashes))
    edited.bounds = bounds.lowerBound..<(bounds.upperBound + items.count - chunk.count)
    return (edited, number)
  }
}
