/// The scheduled entries by time, inputs first, and sequence: a heap with an index by sequence.
struct EventQueue {
  typealias Entry = RunTimeline.Entry

  private var heap: [Entry] = []
  /// The heap index of each sequence; sequences count from 1.
  private var indices: [Int] = []
  private static let noIndex = -1

  var next: Duration? { heap.isEmpty ? nil : heap[0].time }

  var sorted: [Entry] {
    heap.isEmpty ? [] : heap.indices.sorted(by: isBefore).map { heap[$0] }
  }

  /// Inserts an entry, whose sequence must not be in the heap.
  mutating func insert(_ entry: Entry) {
    while indices.count <= entry.sequence { indices.append(EventQueue.noIndex) }
    heap.append(entry)
    indices[entry.sequence] = heap.count - 1
    rise(from: heap.count - 1)
  }

  mutating func popFirst() -> Entry? { heap.isEmpty ? nil : remove(at: 0) }

  /// Removes one of the entries with the earliest time.
  ///
  /// Inputs keep the order of their registration, and the signals of one subscription theirs.
  mutating func popFirst(_ strategy: inout SchedulingStrategy) -> Entry? {
    guard let first = heap.first, !first.isInput, !strategy.isArrival else {
      return popFirst()
    }
    let due = earliestOfEachGroup(indicesDue(at: first.time))
    return remove(at: due[strategy.pick(of: due.count)])
  }

  /// One index for each group of entries, that of its first entry.
  private func earliestOfEachGroup(_ due: [Int]) -> [Int] {
    var earliest: [Int: Int] = [:]
    for index in due {
      let entry = heap[index]
      let other = earliest[entry.group].map { heap[$0].sequence } ?? .max
      if entry.sequence < other { earliest[entry.group] = index }
    }
    return due.filter { earliest[heap[$0].group] == $0 }
  }

  /// The heap indices of the entries with the earliest time, the first entry first.
  private func indicesDue(at time: Duration) -> [Int] {
    var found = [0]
    var looked = 0
    while looked < found.count {
      let below = 2 * found[looked] + 1
      found += [below, below + 1].filter { $0 < heap.count && heap[$0].time == time }
      looked += 1
    }
    return found
  }

  mutating func remove(_ sequence: Int) -> Entry? {
    guard indices.indices.contains(sequence), indices[sequence] != EventQueue.noIndex else {
      return nil
    }
    return remove(at: indices[sequence])
  }

  private mutating func remove(at index: Int) -> Entry {
    swap(index, heap.count - 1)
    let entry = heap.removeLast()
    indices[entry.sequence] = EventQueue.noIndex
    if index < heap.count {
      rise(from: index)
      sink(from: index)
    }
    return entry
  }

  private mutating func rise(from index: Int) {
    var index = index
    while index > 0, isBefore(index, (index - 1) / 2) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(from index: Int) {
    var index = index
    while let child = firstChild(of: index), isBefore(child, index) {
      swap(index, child)
      index = child
    }
  }

  private func firstChild(of index: Int) -> Int? {
    let left = 2 * index + 1
    guard left < heap.count else { return nil }
    let right = left + 1
    return right < heap.count && isBefore(right, left) ? right : left
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    guard one != other else { return }
    heap.swapAt(one, other)
    indices[heap[one].sequence] = one
    indices[heap[other].sequence] = other
  }

  // Field by field, because passing an entry would retain its contents.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    if heap[one].time != heap[other].time { return heap[one].time < heap[other].time }
    if heap[one].isInput != heap[other].isInput { return heap[one].isInput }
    return heap[one].sequence < heap[other].sequence
  }
}
