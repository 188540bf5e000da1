// Edits of single items, each of which copies one chunk.

extension SharedItems {
  /// Returns the list with an item at a place replaced by one with the same id.
  func replacing(_ place: Int, by item: Item) -> Self {
    editing(place) { items, _, index in items[index] = item }
  }

  func removing(_ place: Int) -> Self {
    editing(place) { items, hashes, index in
      items.remove(at: index)
      hashes.remove(at: index)
    }
  }

  /// Returns the list with one more item, and the number of its chunk.
  func inserting(_ item: Item, _ hash: Int, at offset: Int) -> (items: Self, chunk: Int) {
    if let result = insertingChunk(item, hash, at: offset) { return result }
    let isLast = offset == count
    let neighbor = bounds.lowerBound + (isLast ? offset - 1 : offset)
    let number = spine.number(of: spine.position(at: neighbor - start).0)
    let items = editing(neighbor) { items, hashes, index in
      items.insert(item, at: isLast ? index + 1 : index)
      hashes.insert(hash, at: isLast ? index + 1 : index)
    }
    return (items, number)
  }

  /// Inserts an item as a separate chunk, at an end whose outermost chunk has no room.
  private func insertingChunk(_ item: Item, _ hash: Int, at offset: Int) -> (Self, Int)? {
    let room = 1..<ItemChunk.capacity
    guard offset == count || offset == 0,
      !room.contains(offset == count ? spine.lastCount : spine.firstCount)
    else { return nil }
    var items = offset == count ? appending([item], [hash]) : prepending([item], [hash])
    items.bounds = bounds.lowerBound..<(bounds.upperBound + 1)
    let numbers = items.spine.numbers
    return (items, offset == count ? numbers.upperBound - 1 : numbers.lowerBound)
  }

  /// Returns the list with a copy of the chunk at a place that a closure has changed.
  ///
  /// A chunk whose last visible item is removed must not keep items that the list has not.
  private func editing(_ place: Int, _ body: (inout [Item], inout [Int], Int) -> Void) -> Self {
    if chunkBounds != bounds { return withWholeChunks.editing(place, body) }
    let (position, index) = spine.position(at: place - start)
    let chunk = spine[position]
    var (items, hashes) = (chunk.items(of: Item.self), chunk.hashes)
    body(&items, &hashes, index)
    var edited = self
    edited.spine.replace(position, by: ItemArray(items, hashes))
    edited.bounds = bounds.lowerBound..<(bounds.upperBound + items.count - chunk.count)
    return edited
  }
}
