/// A part of the items of a list that never changes; lists share it.
///
/// This is the part of a chunk that needs no type of items, so that code about whole lists is not
/// generic. Each chunk of a list of items is an ``TypedItemChunk`` of these items.
// SAFETY: all properties are constants; the items of a subclass are Sendable where the list is.
@usableFromInline
class ItemChunk: @unchecked Sendable {
  /// The largest number of items that a chunk has when it is created.
  static var capacity: Int { 128 }

  @usableFromInline let count: Int
  /// The hashes of the items' ids, in the order of the items.
  let hashes: [Int]

  /// An empty chunk, which fills a slot without a chunk.
  static let none = ItemChunk([])

  init(_ hashes: [Int]) {
    count = hashes.count
    self.hashes = hashes
  }

  @inlinable
  final func items<Item>(of type: Item.Type) -> [Item] {
    unsafeDowncast(self, to: TypedItemChunk<Item>.self).items
  }
}

/// A chunk with its items.
// SAFETY: as for the superclass.
@usableFromInline
final class TypedItemChunk<Item>: ItemChunk, @unchecked Sendable {
  @usableFromInline let items: [Item]

  init(_ items: [Item], _ hashes: [Int]) {
    self.items = items
    super.init(hashes)
  }
}

/// The chunks of a list in their order, in groups.
///
/// A chunk has a number, which does not change while the list grows or shrinks at its ends. A group
/// has the chunks of 64 consecutive numbers from a multiple of 64. Empty chunks fill the first
/// slots of the first group. A change copies one group and the list of groups: about 64 + n / 64
/// references for n chunks.
@usableFromInline
struct ChunkList: Sendable {
  @usableFromInline
  final class Group: Sendable {
    @usableFromInline let chunks: [ItemChunk]
    /// The offset of each chunk's first item in the group, then the number of items.
    let starts: [Int]

    init(_ chunks: [ItemChunk]) {
      self.chunks = chunks
      var starts: [Int] = []
      starts.reserveCapacity(chunks.count + 1)
      starts.append(0)
      for chunk in chunks { starts.append(starts[starts.count - 1] + chunk.count) }
      self.starts = starts
    }

    var count: Int { starts[chunks.count] }
  }

  static var groupCapacity: Int { 64 }

  @usableFromInline private(set) var groups: [Group]
  /// The offset of each group's first item, then the number of items; empty without groups.
  private(set) var starts: [Int]
  private(set) var numbers: Range<Int> {
    didSet { missing = UInt32(numbers.lowerBound & 63) * chunkSize }
  }
  /// The number of items of each chunk but the last one, which has at most as many; 0 if they
  /// differ, or if an offset may need more than 32 bits.
  @usableFromInline private(set) var chunkSize: UInt32
  /// The number of items that the first slots would have with chunks of this size.
  @usableFromInline private(set) var missing: UInt32

  init(_ groups: [Group] = [], numbers: Range<Int> = 0..<0, chunkSize: UInt32 = 0) {
    self.groups = groups
    self.numbers = numbers
    self.chunkSize = chunkSize
    missing = UInt32(numbers.lowerBound & 63) * chunkSize
    starts = []
    countItems(from: 0)
  }

  var count: Int { starts.last ?? 0 }

  func outermostCount(at end: ListEnd) -> Int {
    numbers.isEmpty ? 0 : self[end == .end ? numbers.upperBound - 1 : numbers.lowerBound].count
  }
}

// MARK: Positions

extension ChunkList {
  /// Calls a closure with the chunk of the item at an offset, and the item's index in the chunk.
  @inlinable @inline(__always)
  func read<R>(at offset: Int, _ body: (_ chunk: ItemChunk, _ index: Int) -> R) -> R {
    let (slot, index) = slot(at: offset)
    // SAFETY: an array of references is memory of references, which it keeps alive. Read as
    // unmanaged ones, they are not counted, which would take most of the time of a read.
    return groups.withUnsafeBytes { groups in
      let group = groups.load(
        fromByteOffset: slot >> 6 &* MemoryLayout<Unmanaged<Group>>.stride,
        as: Unmanaged<Group>.self
      )
      return group._withUnsafeGuaranteedRef { group in
        group.chunks.withUnsafeBytes { chunks in
          let chunk = chunks.load(
            fromByteOffset: slot & 63 &* MemoryLayout<Unmanaged<ItemChunk>>.stride,
            as: Unmanaged<ItemChunk>.self
          )
          return chunk._withUnsafeGuaranteedRef { body($0, index) }
        }
      }
    }
  }

  /// Returns the slot of the chunk with the item at an offset, counted from the first group, and
  /// the item's index in the chunk.
  @inlinable @inline(__always)
  func slot(at offset: Int) -> (slot: Int, index: Int) {
    if chunkSize == 0 { return search(for: offset) }
    let (slot, index) = (missing &+ UInt32(truncatingIfNeeded: offset))
      .quotientAndRemainder(dividingBy: chunkSize)
    return (Int(slot), Int(index))
  }

  @usableFromInline
  func search(for offset: Int) -> (slot: Int, index: Int) {
    let group = starts.part(of: offset)
    let inGroup = offset - starts[group]
    let slot = groups[group].starts.part(of: inGroup)
    return (group << 6 + slot, inGroup - groups[group].starts[slot])
  }

  /// Returns the number of the chunk with the item at an offset, and the item's index in it.
  func chunkIndex(at offset: Int) -> (number: Int, index: Int) {
    let (slot, index) = slot(at: offset)
    return (numbers.lowerBound & ~63 + slot, index)
  }

  private func slot(of number: Int) -> (group: Int, slot: Int) {
    (number >> 6 - numbers.lowerBound >> 6, number & 63)
  }

  /// The chunk with a number, which must be one of ``numbers``.
  subscript(number: Int) -> ItemChunk {
    let (group, slot) = slot(of: number)
    return groups[group].chunks[slot]
  }

  /// The offset of the first item of a chunk.
  func start(of number: Int) -> Int {
    let (group, slot) = slot(of: number)
    return starts[group] + groups[group].starts[slot]
  }

  /// The offsets of the items of consecutive chunks, at least one.
  func offsets(of numbers: Range<Int>) -> Range<Int> {
    let last = numbers.upperBound - 1
    return start(of: numbers.lowerBound)..<(start(of: last) + self[last].count)
  }

  /// Returns true if both have the same chunks for these numbers, which both contain.
  func shares(_ numbers: Range<Int>, with other: Self) -> Bool {
    endOfShared(numbers, with: other) == numbers.upperBound
  }

  /// Returns the numbers for which both have the same chunks, ascending.
  func sharedNumbers(with other: Self) -> [Range<Int>] {
    let numbers = numbers.clamped(to: other.numbers)
    var shared: [Range<Int>] = []
    var start = numbers.lowerBound
    while start < numbers.upperBound {
      let end = endOfShared(start..<numbers.upperBound, with: other)
      if start < end { shared.append(start..<end) }
      start = end + 1
    }
    return shared
  }

  /// Returns the numbers of the chunks that another list has not under that number, ascending.
  func unsharedNumbers(with other: Self) -> [Range<Int>] {
    var unshared: [Range<Int>] = []
    var start = numbers.lowerBound
    for shared in sharedNumbers(with: other) {
      if start < shared.lowerBound { unshared.append(start..<shared.lowerBound) }
      start = shared.upperBound
    }
    if start < numbers.upperBound { unshared.append(start..<numbers.upperBound) }
    return unshared
  }

  /// Returns the first of these numbers for which both have different chunks, or the upper bound.
  private func endOfShared(_ numbers: Range<Int>, with other: Self) -> Int {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      let (ownSlot, otherSlot) = (slot(of: number), other.slot(of: number))
      let (group, another) = (groups[ownSlot.group], other.groups[otherSlot.group])
      if group === another {
        number += group.chunks.count - ownSlot.slot
      } else {
        if group.chunks[ownSlot.slot] !== another.chunks[otherSlot.slot] { return number }
        number += 1
      }
    }
    return min(number, numbers.upperBound)
  }
}

// MARK: Changes

extension ChunkList {
  mutating func add(_ new: [ItemChunk], at end: ListEnd) {
    chunkSize = commonSize(with: new, at: end)
    switch end {
    case .end:
      let size = numbers.upperBound & 63
      let last = size == 0 ? [] : groups.popLast()?.chunks ?? Self.fillers(size)
      numbers = numbers.lowerBound..<(numbers.upperBound + new.count)
      let existing = groups.count
      addGroups(of: last + new)
      countItems(from: existing)
    case .start:
      let size = groups.isEmpty ? 0 : numbers.lowerBound & 63
      let first = size == 0 ? [] : groups.removeFirst().chunks.dropFirst(size)
      numbers = (numbers.lowerBound - new.count)..<numbers.upperBound
      let existing = groups
      groups = []
      addGroups(of: Self.fillers(numbers.lowerBound & 63) + new + first)
      groups += existing
      countItems(from: 0)
    }
  }

  private mutating func addGroups(of chunks: [ItemChunk]) {
    for start in stride(from: 0, to: chunks.count, by: Self.groupCapacity) {
      let end = min(start + Self.groupCapacity, chunks.count)
      groups.append(Group(Array(chunks[start..<end])))
    }
  }

  /// Counts the items before the groups that follow a group.
  private mutating func countItems(from first: Int) {
    starts.removeSubrange(min(first + 1, starts.count)...)
    if starts.isEmpty { starts.append(0) }
    for group in groups[first...] { starts.append(starts[starts.count - 1] + group.count) }
  }

  private static func fillers(_ count: Int) -> [ItemChunk] {
    Array(repeating: .none, count: count)
  }

  /// Returns the common size after chunks were added at an end.
  private func commonSize(with new: [ItemChunk], at end: ListEnd) -> UInt32 {
    guard let first = new.first?.count, let last = new.last?.count else { return chunkSize }
    let size = groups.isEmpty ? first : Int(chunkSize)
    let inner = end == .end ? outermostCount(at: .end) : last
    let isCommon =
      last <= size && (groups.isEmpty || inner == size) && count < Int(Int32.max)
      && new.dropLast().allSatisfy { $0.count == size }
    return isCommon ? UInt32(size) : 0
  }

  mutating func replace(_ number: Int, by chunk: ItemChunk) {
    let (group, slot) = slot(of: number)
    if chunk.count != self[number].count { chunkSize = 0 }
    var chunks = groups[group].chunks
    chunks[slot] = chunk
    groups[group] = Group(chunks)
    if chunkSize == 0 { countItems(from: group) }
  }

  mutating func keep(_ kept: Range<Int>) {
    if kept.isEmpty { return self = Self(numbers: kept) }
    let (first, last) = (slot(of: kept.lowerBound), slot(of: kept.upperBound - 1))
    var groups = Array(groups[first.group...last.group])
    if kept.upperBound < numbers.upperBound {
      groups[groups.count - 1] = Group(Array(groups[groups.count - 1].chunks[...last.slot]))
    }
    if kept.lowerBound > numbers.lowerBound {
      groups[0] = Group(Self.fillers(first.slot) + groups[0].chunks.dropFirst(first.slot))
    }
    self = Self(groups, numbers: kept, chunkSize: chunkSize)
  }
}

extension [Int] {
  /// Returns the index of the part that contains an offset, of parts that start at these offsets.
  ///
  /// The parts usually have the same size, so the division usually gives the right one.
  fileprivate func part(of offset: Int) -> Int {
    if offset < self[1] { return 0 }
    let size = self[2] - self[1]
    if size > 0 {
      let guess = 1 + (offset - self[1]) / size
      if guess < count - 1, self[guess] <= offset, offset < self[guess + 1] { return guess }
    }
    var range = 0..<(count - 1)
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = self[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
