import TestSupport
import Testing

@testable import MarbleEngine

@Suite struct EventQueueTests {
  @Test func `the earlier time is first, in any order of insertion`() {
    var queue = EventQueue([entry(1, at: 30), entry(2, at: 10), entry(3, at: 20)])
    #expect(queue.next == .milliseconds(10))
    #expect(queue.takeAll() == [2, 3, 1])
  }

  @Test func `at one time inputs are before wakes, then the lower sequence number is first`() {
    var queue = EventQueue([
      entry(4, at: 10, isInput: false), entry(3, at: 10), entry(1, at: 10, isInput: false),
      entry(2, at: 10),
    ])
    #expect(queue.takeAll() == [2, 3, 1, 4])
  }

  @Test func `a removed entry is gone, and the rest keeps its order`() {
    for taken in 1...7 {
      var queue = EventQueue((1...7).map { entry($0, at: $0 * 5 % 7) })
      let inOrder = queue.sorted.map(\.sequence)
      #expect(queue.remove(taken)?.sequence == taken)
      #expect(queue.remove(taken) == nil)
      #expect(queue.takeAll() == inOrder.filter { $0 != taken })
    }
  }

  @Test func `an unknown sequence number is not found`() {
    var queue = EventQueue([entry(2, at: 0)])
    #expect(queue.remove(1) == nil)
    #expect(queue.remove(3) == nil)
    #expect(queue.takeAll() == [2])
  }

  @Test func `an empty queue has no next entry`() {
    var queue = EventQueue()
    #expect(queue.next == nil)
    #expect(queue.popFirst() == nil)
    #expect(queue.sorted.isEmpty)
  }

  @Test(arguments: 1...20)
  func `it equals a sorted list after any insertions and removals`(seed: UInt64) {
    var generator = SeededGenerator(seed)
    var queue = EventQueue()
    var model: [RunTimeline.Entry] = []
    for sequence in 1...400 {
      switch generator.below(4) {
      case 0 where !model.isEmpty:
        #expect(queue.popFirst()?.sequence == model.removeFirst().sequence)
      case 1 where !model.isEmpty:
        let taken = model.remove(at: generator.below(model.count)).sequence
        #expect(queue.remove(taken)?.sequence == taken)
      default:
        let isInput = generator.below(2) == 0
        let entry = entry(sequence, at: generator.below(20), isInput: isInput)
        queue.insert(entry)
        model.append(entry)
        model.sort { $0.key < $1.key }
      }
      #expect(queue.next == model.first?.time)
    }
    #expect(queue.sorted.map(\.sequence) == model.map(\.sequence))
    #expect(queue.takeAll() == model.map(\.sequence))
  }
}

private func entry(
  _ sequence: Int,
  at milliseconds: Int,
  isInput: Bool = true
) -> RunTimeline.Entry {
  RunTimeline.Entry(
    time: .milliseconds(milliseconds),
    isInput: isInput,
    sequence: sequence,
    group: sequence,
    began: .zero,
    cause: nil,
    action: .input(DriverConfined {})
  )
}

extension RunTimeline.Entry {
  fileprivate var key: (Duration, Int, Int) { (time, isInput ? 0 : 1, sequence) }
}

extension EventQueue {
  fileprivate init(_ entries: [RunTimeline.Entry]) {
    self.init()
    for entry in entries { insert(entry) }
  }

  fileprivate mutating func takeAll() -> [Int] {
    var taken: [Int] = []
    while let entry = popFirst() { taken.append(entry.sequence) }
    return taken
  }
}
