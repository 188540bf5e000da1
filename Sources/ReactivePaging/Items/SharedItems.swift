/// The items of a list in chunks, which lists that grew from one another share.
///
/// The positions of items are integers from an arbitrary origin, and do not change while a list
/// grows or shrinks at its ends.
@usableFromInline
struct SharedItems<Item: Identifiable> {
  @usableFromInline var chunks: ChunkList
  @usableFromInline var bounds: Range<Int>
  /// The number of items before the first one that its chunk has and the list has not.
  @usableFromInline var skipped = 0

  init(_ items: [Item] = [], from start: Int = 0) {
    chunks = ChunkList()
    chunks.add(Self.chunks(of: items, items.map { $0.id.hashValue }), at: .end)
    bounds = start..<(start + items.count)
  }

  init(_ chunks: ChunkList, from start: Int) {
    self.chunks = chunks
    bounds = start..<(start + chunks.count)
  }

  @inlinable var count: Int { bounds.upperBound &- bounds.lowerBound }

  @inlinable
  subscript(offset offset: Int) -> Item {
    precondition(
      UInt(bitPattern: offset) < UInt(bitPattern: count),
      "PagedList index \(offset) is out of range: expected 0..<\(count)"
    )
    return chunks.read(at: skipped &+ offset) { chunk, index in
      // SAFETY: the index is that of an item of the chunk, so it needs no second check.
      chunk.items(of: Item.self).withUnsafeBufferPointer { $0[index] }
    }
  }

  @inlinable subscript(position: Int) -> Item { self[offset: position - bounds.lowerBound] }

  /// The position of the first item of the first chunk.
  var start: Int { bounds.lowerBound - skipped }

  /// The positions of all items of the chunks.
  var chunkBounds: Range<Int> { start..<(start + chunks.count) }

  var elements: [Item] { elements(at: bounds) }

  func elements(at positions: Range<Int>) -> [Item] {
    var elements: [Item] = []
    elements.reserveCapacity(positions.count)
    var (offset, end) = (positions.lowerBound - start, positions.upperBound - start)
    while offset < end {
      offset += chunks.read(at: offset) { chunk, index in
        let part = chunk.items(of: Item.self)[index..<min(chunk.count, index + end - offset)]
        elements += part
        return part.count
      }
    }
    return elements
  }
}

// MARK: Comparing

extension SharedItems {
  /// Returns true if its chunks prove that it has all items of another list, at the same positions.
  func extends(_ other: Self) -> Bool {
    if other.bounds.isEmpty { return other.bounds.clamped(to: bounds) == other.bounds }
    return sharedPositions(with: other) == other.bounds
  }

  /// Returns the positions with the same items in both lists, without a comparison of items.
  func sharedPositions(with other: Self) -> Range<Int>? {
    let numbers = chunks.numbers.clamped(to: other.chunks.numbers)
    if numbers.isEmpty { return nil }
    let positions = positions(of: numbers)
    guard positions == other.positions(of: numbers), chunks.shares(numbers, with: other.chunks)
    else { return nil }
    let shared = positions.clamped(to: bounds).clamped(to: other.bounds)
    return shared.isEmpty ? nil : shared
  }

  private func positions(of numbers: Range<Int>) -> Range<Int> {
    let offsets = chunks.offsets(of: numbers)
    return (start + offsets.lowerBound)..<(start + offsets.upperBound)
  }
}

extension SharedItems: Equatable where Item: Equatable {
  /// Compares the items; those in shared chunks are equal without a comparison.
  @usableFromInline
  static func == (left: Self, right: Self) -> Bool {
    if left.count != right.count { return false }
    let gaps = left.listed.gaps(since: right.listed)
    // Otherwise the chunks that both have are at other indices.
    let isAligned = gaps.allSatisfy { $0.old.count == $0.new.count }
    if !isAligned { return left.elements == right.elements }
    return gaps.allSatisfy { left.elements($0.new) == right.elements($0.old) }
  }

  private func elements(_ indices: Range<Int>) -> [Item] {
    elements(
      at: (bounds.lowerBound + indices.lowerBound)..<(bounds.lowerBound + indices.upperBound)
    )
  }
}

extension SharedItems: Sendable where Item: Sendable {}

// MARK: Growing and shrinking

extension SharedItems {
  /// Returns the list with more items at an end, whose ids have these hashes.
  func adding(_ new: [Item], _ hashes: [Int], at end: ListEnd) -> Self {
    if new.isEmpty { return self }
    var items = self
    items.cut(end)
    items.chunks.add(Self.chunks(of: new, hashes), at: end)
    switch end {
    case .end: items.bounds = bounds.lowerBound..<(bounds.upperBound + new.count)
    case .start: items.bounds = (bounds.lowerBound - new.count)..<bounds.upperBound
    }
    return items
  }

  func droppingFirst(_ count: Int) -> Self {
    keeping(min(bounds.lowerBound + count, bounds.upperBound)..<bounds.upperBound)
  }

  func droppingLast(_ count: Int) -> Self {
    keeping(bounds.lowerBound..<max(bounds.upperBound - count, bounds.lowerBound))
  }

  /// Returns the items at positions of this list; a chunk is copied if most of its items are
  /// dropped.
  private func keeping(_ kept: Range<Int>) -> Self {
    var items = self
    items.bounds = kept
    guard !kept.isEmpty else {
      items.chunks.keep(chunks.numbers.upperBound..<chunks.numbers.upperBound)
      items.skipped = 0
      return items
    }
    let (first, skipped) = chunks.chunkIndex(at: kept.lowerBound - start)
    let (last, _) = chunks.chunkIndex(at: kept.upperBound - 1 - start)
    items.chunks.keep(first..<(last + 1))
    items.skipped = skipped
    for end in [ListEnd.start, .end] {
      let count = items.chunks.outermostCount(at: end)
      if (count - items.hidden(at: end)) * 4 < count { items.cut(end) }
    }
    return items
  }

  /// The same list, whose chunks have no other items.
  var withWholeChunks: Self {
    var items = self
    for end in ListEnd.allCases { items.cut(end) }
    return items
  }

  /// The number of items of the outermost chunk at an end that the list has not.
  private func hidden(at end: ListEnd) -> Int {
    end == .end ? chunkBounds.upperBound - bounds.upperBound : skipped
  }

  /// Copies the outermost chunk at an end without the items that the list has not.
  private mutating func cut(_ end: ListEnd) {
    let hidden = hidden(at: end)
    if hidden == 0 { return }
    let number = end == .end ? chunks.numbers.upperBound - 1 : chunks.numbers.lowerBound
    let chunk = chunks[number]
    let kept = end == .end ? 0..<(chunk.count - hidden) : hidden..<chunk.count
    let items = Array(chunk.items(of: Item.self)[kept])
    chunks.replace(number, by: TypedItemChunk(items, Array(chunk.hashes[kept])))
    if end == .start { skipped = 0 }
  }

  private static func chunks(of items: [Item], _ hashes: [Int]) -> [ItemChunk] {
    if items.isEmpty { return [] }
    if items.count <= ItemChunk.capacity { return [TypedItemChunk(items, hashes)] }
    // Of nearly the same size, because all pages usually have the same size.
    let count = (items.count + ItemChunk.capacity - 1) / ItemChunk.capacity
    let size = (items.count + count - 1) / count
    return stride(from: 0, to: items.count, by: size).map { start in
      let part = start..<min(start + size, items.count)
      return TypedItemChunk(Array(items[part]), Array(hashes[part]))
    }
  }
}

// MARK: Whole chunks

extension SharedItems {
  /// Adds one chunk of items, which may be empty, at an end.
  mutating func addChunk(_ new: [Item], at end: ListEnd) {
    chunks.add([Self.chunk(of: new)], at: end)
    switch end {
    case .end: bounds = bounds.lowerBound..<(bounds.upperBound + new.count)
    case .start: bounds = (bounds.lowerBound - new.count)..<bounds.upperBound
    }
  }

  /// Replaces the items of a chunk.
  mutating func replaceChunk(_ number: Int, by new: [Item]) {
    bounds = bounds.lowerBound..<(bounds.upperBound + new.count - chunks[number].count)
    chunks.replace(number, by: Self.chunk(of: new))
  }

  static func chunk(of items: [Item]) -> ItemChunk {
    TypedItemChunk(items, items.map { $0.id.hashValue })
  }
}

// MARK: Edits of single items, each of which copies one chunk

extension SharedItems {
  func replacing(_ position: Int, by item: Item) -> Self {
    editing(position) { items, _, index in items[index] = item }.items
  }

  /// Returns the list without its first item; the other items keep their positions.
  func removingFirst() -> Self {
    var items = removing(bounds.lowerBound)
    items.bounds = (bounds.lowerBound + 1)..<bounds.upperBound
    return items
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

// MARK: Ends

enum ListEnd: CaseIterable, Sendable {
  case end
  case start

  var other: Self { self == .end ? .start : .end }

  /// Returns true if fewer rows than a distance follow a row towards this end.
  func isNear(_ row: Int, of count: Int, within distance: Int) -> Bool {
    (self == .end ? count - 1 - row : row) < distance
  }
}

struct Ends<Value> {
  var end: Value
  var start: Value

  subscript(side: ListEnd) -> Value {
    get { side == .end ? end : start }
    set { if side == .end { end = newValue } else { start = newValue } }
  }
}

extension Ends: Sendable where Value: Sendable {}
extension Ends: Equatable where Value: Equatable {}
