/// The chunks of a list in their order, in groups.
///
/// A change copies one group and the list of groups, not the list of all chunks: about 64 + n / 64
/// references for n chunks. All groups but the first and the last have 64 chunks. A chunk has a
/// number, which does not change while the list grows or shrinks at its ends.
@usableFromInline
struct ItemSpine: Sendable {
  /// Consecutive chunks.
  @usableFromInline
  final class Group: Sendable {
    @usableFromInline let chunks: [ItemChunk]
    /// The offset of each chunk's first item in the group, then the number of items.
    @usableFromInline let starts: [Int]

    init(_ chunks: [ItemChunk]) {
      self.chunks = chunks
      starts = chunks.starts(\.count)
    }

    var count: Int { starts[chunks.count] }
  }

  /// A power of two, which ``place(at:)`` relies on.
  static var groupCapacity: Int { 64 }

  @usableFromInline private(set) var groups: [Group] {
    didSet { firstGroupCount = groups.first?.chunks.count ?? 0 }
  }
  /// The offset of each group's first item, then the number of items; empty without groups.
  @usableFromInline private(set) var starts: [Int]
  /// The number of the first chunk.
  private(set) var firstNumber: Int
  /// The number of items of each chunk but the last one, which has at most as many; 0 if they
  /// differ.
  @usableFromInline private(set) var chunkSize: Int
  /// The number of chunks of the first group.
  @usableFromInline private(set) var firstGroupCount: Int

  /// Creates a spine of groups, all full but the first and the last one.
  init(_ groups: [Group] = [], from firstNumber: Int = 0, chunkSize: Int = 0) {
    self.groups = groups
    self.firstNumber = firstNumber
    self.chunkSize = chunkSize
    firstGroupCount = groups.first?.chunks.count ?? 0
    starts = groups.starts(\.count)
  }

  var count: Int { starts.last ?? 0 }
}

// MARK: Positions

extension ItemSpine {
  /// The position of a chunk: its group and its index in the group.
  struct Position: Hashable {
    var group: Int
    var slot: Int
  }

  /// Calls a closure with the chunk of the item at an offset, and the item's index in the chunk.
  @inlinable @inline(__always)
  func read<R>(at offset: Int, _ body: (_ chunk: ItemChunk, _ index: Int) -> R) -> R {
    let (number, slot, index) = place(at: offset)
    // SAFETY: an array of references is memory of references, which it keeps alive. Read as
    // unmanaged ones, they are not counted, which would take most of the time of a read.
    return groups.withUnsafeBytes { groups in
      let group = groups.load(fromByteOffset: number &* 8, as: Unmanaged<Group>.self)
      return group._withUnsafeGuaranteedRef { group in
        group.chunks.withUnsafeBytes { chunks in
          let chunk = chunks.load(fromByteOffset: slot &* 8, as: Unmanaged<ItemChunk>.self)
          return chunk._withUnsafeGuaranteedRef { body($0, index) }
        }
      }
    }
  }

  @inlinable @inline(__always)
  func place(at offset: Int) -> (group: Int, slot: Int, index: Int) {
    if chunkSize == 0 { return placeInAnySizes(at: offset) }
    let number = Int(UInt(bitPattern: offset) / UInt(bitPattern: chunkSize))
    let index = offset &- number &* chunkSize
    if number < firstGroupCount { return (0, number, index) }
    let inOthers = number &- firstGroupCount
    return (1 &+ (inOthers >> 6), inOthers & 63, index)
  }

  @usableFromInline
  func placeInAnySizes(at offset: Int) -> (group: Int, slot: Int, index: Int) {
    let (position, index) = position(at: offset)
    return (position.group, position.slot, index)
  }

  /// Returns the index of the part that contains an offset.
  ///
  /// The parts usually have the same size, so the division usually gives the right one.
  private static func part(of offset: Int, in starts: [Int]) -> Int {
    if offset < starts[1] { return 0 }
    let size = starts[2] - starts[1]
    if size > 0 {
      let guess = 1 + (offset - starts[1]) / size
      if guess < starts.count - 1, starts[guess] <= offset, offset < starts[guess + 1] {
        return guess
      }
    }
    return search(for: offset, in: starts)
  }

  private static func search(for offset: Int, in starts: [Int]) -> Int {
    var range = 0..<(starts.count - 1)
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = starts[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the position of the chunk with the item at an offset, and the item's index in it.
  func position(at offset: Int) -> (Position, index: Int) {
    let group = Self.part(of: offset, in: starts)
    let inGroup = offset - starts[group]
    let slot = Self.part(of: inGroup, in: groups[group].starts)
    return (Position(group: group, slot: slot), inGroup - groups[group].starts[slot])
  }

  /// The number of chunks.
  var chunkCount: Int {
    guard let first = groups.first, let last = groups.last else { return 0 }
    if groups.count == 1 { return first.chunks.count }
    return first.chunks.count + (groups.count - 2) * Self.groupCapacity + last.chunks.count
  }

  var numbers: Range<Int> { firstNumber..<(firstNumber + chunkCount) }

  func number(of position: Position) -> Int {
    guard position.group > 0 else { return firstNumber + position.slot }
    let before = groups[0].chunks.count + (position.group - 1) * Self.groupCapacity
    return firstNumber + before + position.slot
  }

  /// Returns the position of the chunk with a number; `nil` if no chunk has it.
  func position(of number: Int) -> Position? {
    guard numbers.contains(number) else { return nil }
    let index = number - firstNumber
    let first = groups[0].chunks.count
    if index < first { return Position(group: 0, slot: index) }
    let (group, slot) = (index - first).quotientAndRemainder(dividingBy: Self.groupCapacity)
    return Position(group: group + 1, slot: slot)
  }

  subscript(position: Position) -> ItemChunk { groups[position.group].chunks[position.slot] }

  /// The chunk with a number, which must be one of ``numbers``.
  subscript(number: Int) -> ItemChunk {
    let index = number - firstNumber
    let first = groups[0].chunks.count
    if index < first { return groups[0].chunks[index] }
    let (group, slot) = (index - first).quotientAndRemainder(dividingBy: Self.groupCapacity)
    return groups[group + 1].chunks[slot]
  }

  /// The number of items of the first chunk.
  var firstCount: Int { groups.first?.chunks.first?.count ?? 0 }

  /// The number of items of the last chunk.
  var lastCount: Int { groups.last?.chunks.last?.count ?? 0 }

  /// The offset of the first item of a chunk.
  func start(of position: Position) -> Int {
    starts[position.group] + groups[position.group].starts[position.slot]
  }
}

// MARK: Sizes

extension ItemSpine {
  /// Returns the common size after chunks were added at an end.
  private func commonSize(with new: [ItemChunk], at end: ListEnd) -> Int {
    guard let first = new.first?.count, let last = new.last?.count else { return chunkSize }
    let size = groups.isEmpty ? first : chunkSize
    guard size > 0, new.dropLast().allSatisfy({ $0.count == size }) else { return 0 }
    if groups.isEmpty { return last <= size ? size : 0 }
    switch end {
    case .end: return lastCount == size && last <= size ? size : 0
    case .start: return last == size ? size : 0
    }
  }
}

// MARK: Changes

extension ItemSpine {
  mutating func append(_ new: [ItemChunk]) {
    chunkSize = commonSize(with: new, at: .end)
    var new = new[...]
    if let last = groups.last, last.chunks.count < Self.groupCapacity {
      let some = new.prefix(Self.groupCapacity - last.chunks.count)
      replace(groups.count - 1, by: last.chunks + some)
      new = new.dropFirst(some.count)
    }
    while !new.isEmpty {
      groups.append(Group(Array(new.prefix(Self.groupCapacity))))
      new = new.dropFirst(Self.groupCapacity)
    }
    if starts.count <= groups.count { starts = groups.starts(\.count) }
  }

  mutating func prepend(_ new: [ItemChunk]) {
    firstNumber -= new.count
    chunkSize = commonSize(with: new, at: .start)
    var new = new[...]
    if let first = groups.first, first.chunks.count < Self.groupCapacity {
      let some = new.suffix(Self.groupCapacity - first.chunks.count)
      groups[0] = Group(some + first.chunks)
      new = new.dropLast(some.count)
    }
    var before: [Group] = []
    while !new.isEmpty {
      before.append(Group(Array(new.suffix(Self.groupCapacity))))
      new = new.dropLast(Self.groupCapacity)
    }
    groups.insert(contentsOf: before.reversed(), at: 0)
    starts = groups.starts(\.count)
  }

  mutating func replace(_ position: Position, by chunk: ItemChunk) {
    if chunk.count != self[position].count { chunkSize = 0 }
    var chunks = groups[position.group].chunks
    chunks[position.slot] = chunk
    replace(position.group, by: chunks)
  }

  /// Keeps only the chunks with these numbers.
  mutating func keep(_ kept: Range<Int>) {
    guard let first = position(of: kept.lowerBound), let last = position(of: kept.upperBound - 1)
    else {
      self = Self(from: kept.lowerBound)
      return
    }
    var groups = Array(groups[first.group...last.group])
    if last.slot < groups[groups.count - 1].chunks.count - 1 {
      groups[groups.count - 1] = Group(Array(groups[groups.count - 1].chunks[...last.slot]))
    }
    if first.slot > 0 { groups[0] = Group(Array(groups[0].chunks.dropFirst(first.slot))) }
    self = Self(groups, from: kept.lowerBound, chunkSize: chunkSize)
  }

  private mutating func replace(_ group: Int, by chunks: [ItemChunk]) {
    let before = groups[group].count
    groups[group] = Group(chunks)
    let difference = groups[group].count - before
    if difference == 0 { return }
    for next in (group + 1)..<starts.count { starts[next] += difference }
  }
}

// MARK: Comparing

extension ItemSpine {
  /// Returns true if both have the same chunks for these numbers, which both contain.
  func shares(_ numbers: Range<Int>, with other: Self) -> Bool {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      guard let mine = position(of: number), let its = other.position(of: number) else {
        return false
      }
      let (group, another) = (groups[mine.group], other.groups[its.group])
      if group === another {
        number += group.chunks.count - mine.slot
      } else {
        if group.chunks[mine.slot] !== another.chunks[its.slot] { return false }
        number += 1
      }
    }
    return true
  }
}

extension Array {
  /// The sums of the sizes before each element, then the sum of all sizes; empty for no element.
  fileprivate func starts(_ size: (Element) -> Int) -> [Int] {
    var starts: [Int] = []
    if isEmpty { return starts }
    starts.reserveCapacity(count + 1)
    var sum = 0
    for element in self {
      starts.append(sum)
      sum += size(element)
    }
    starts.append(sum)
    return starts
  }
}
