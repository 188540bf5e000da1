/// The items of a list without their type: its chunks, and the part of them that it has.
struct ListedItems {
  let chunks: ChunkList
  /// The number of items before the first one that its chunk has and the list has not.
  let skipped: Int
  let count: Int

  @inline(__always)
  func read<R>(at index: Int, _ body: (_ chunk: ItemChunk, _ index: Int) -> R) -> R {
    chunks.read(at: skipped + index, body)
  }

  /// The hash of the id of the item at an index.
  func hash(at index: Int) -> Int { read(at: index) { $0.hashes[$1] } }
}

extension SharedItems {
  var listed: ListedItems { ListedItems(chunks: chunks, skipped: skipped, count: count) }
}

/// A part of two lists between the chunks that both have: the indices of its items in each.
///
/// An edit replaces one chunk, and a chunk keeps its number. So two lists of which one results from
/// the other have few gaps, and each gap has few chunks. Lists without a common chunk are one gap.
struct ListGap {
  private(set) var old: Range<Int>
  private(set) var new: Range<Int>

  init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// The indices of the first item in both lists; `nil` if one of them has none.
  var first: (old: Int, new: Int)? {
    old.isEmpty || new.isEmpty ? nil : (old.lowerBound, new.lowerBound)
  }

  /// The indices of the last item in both lists; `nil` if one of them has none.
  var last: (old: Int, new: Int)? {
    old.isEmpty || new.isEmpty ? nil : (old.upperBound - 1, new.upperBound - 1)
  }

  mutating func dropFirst() { (old, new) = (old.dropFirst(), new.dropFirst()) }
  mutating func dropLast() { (old, new) = (old.dropLast(), new.dropLast()) }
}

extension ListedItems {
  /// Returns the gaps of two lists in order, in time proportional to the groups and to the chunks
  /// of the groups that differ.
  func gaps(since old: Self) -> [ListGap] {
    var gaps: [ListGap] = []
    var (oldEnd, newEnd) = (0, 0)
    func add(to old: Int, _ new: Int) {
      let gap = ListGap(old: oldEnd..<old, new: newEnd..<new)
      if !gap.isEmpty { gaps.append(gap) }
    }
    for numbers in chunks.sharedNumbers(with: old.chunks) {
      let size = chunks.offsets(of: numbers).count
      // An index is negative if the list has not the first items of the chunk.
      let oldStart = old.chunks.start(of: numbers.lowerBound) - old.skipped
      let newStart = chunks.start(of: numbers.lowerBound) - skipped
      let first = max(-oldStart, -newStart, 0)
      let end = min(size, old.count - oldStart, count - newStart)
      if first >= end { continue }
      add(to: oldStart + first, newStart + first)
      (oldEnd, newEnd) = (oldStart + end, newStart + end)
    }
    add(to: old.count, count)
    return gaps
  }
}
