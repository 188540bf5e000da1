/// The scheduled entries in (time, rank, sequence) order: a heap with an index by sequence.
struct Agenda {
  typealias Entry = Timeline.Entry

  private var heap: [Entry] = []
  /// The heap index of each sequence; sequences count from 1.
  private var places: [Int] = []
  private static let nowhere = -1

  /// The time of the first entry.
  var next: Duration? {
    heap.isEmpty ? nil : heap[0].time
  }

  /// All entries, in order.
  var sorted: [Entry] {
    heap.isEmpty ? [] : heap.indices.sorted(by: isBefore).map { heap[$0] }
  }

  /// Inserts an entry.
  ///
  /// - Parameter entry: The entry, whose sequence must not be in the heap.
  mutating func insert(_ entry: Entry) {
    makePlace(for: entry.sequence)
    heap.append(entry)
    places[entry.sequence] = heap.count - 1
    rise(from: heap.count - 1)
  }

  mutating func popFirst() -> Entry? {
    heap.isEmpty ? nil : remove(at: 0)
  }

  /// Removes one of the entries with the earliest time.
  ///
  /// Inputs keep the order of their registration.
  mutating func popFirst(_ chooser: inout Chooser) -> Entry? {
    guard let first = heap.first, first.rank == .wake, !chooser.isArrival else { return popFirst() }
    let due = placesDue(at: first.time)
    return remove(at: due[chooser.pick(of: due.count)])
  }

  /// The heap indices of the entries with the earliest time, the first entry first.
  private func placesDue(at time: Duration) -> [Int] {
    var places = [0]
    var looked = 0
    while looked < places.count {
      let below = 2 * places[looked] + 1
      places += [below, below + 1].filter { $0 < heap.count && heap[$0].time == time }
      looked += 1
    }
    return places
  }

  mutating func remove(_ sequence: Int) -> Entry? {
    guard places.indices.contains(sequence), places[sequence] != Agenda.nowhere else { return nil }
    return remove(at: places[sequence])
  }

  private mutating func remove(at place: Int) -> Entry {
    swap(place, heap.count - 1)
    let entry = heap.removeLast()
    places[entry.sequence] = Agenda.nowhere
    if place < heap.count {
      rise(from: place)
      sink(from: place)
    }
    return entry
  }

  private mutating func makePlace(for sequence: Int) {
    while places.count <= sequence { places.append(Agenda.nowhere) }
  }

  private mutating func rise(from place: Int) {
    var place = place
    while place > 0, isBefore(place, (place - 1) / 2) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from place: Int) {
    var place = place
    while let child = firstChild(of: place), isBefore(child, place) {
      swap(place, child)
      place = child
    }
  }

  private func firstChild(of place: Int) -> Int? {
    let left = 2 * place + 1
    guard left < heap.count else { return nil }
    let right = left + 1
    return right < heap.count && isBefore(right, left) ? right : left
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    guard one != other else { return }
    heap.swapAt(one, other)
    places[heap[one].sequence] = one
    places[heap[other].sequence] = other
  }

  // Field by field, because passing an entry would retain its contents.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    if heap[one].time != heap[other].time { return heap[one].time < heap[other].time }
    if heap[one].rank != heap[other].rank {
      return heap[one].rank.rawValue < heap[other].rank.rawValue
    }
    return heap[one].sequence < heap[other].sequence
  }
}
