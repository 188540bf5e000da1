import Foundation
import Testing

@testable import ReactiveResources

@Suite struct RecordQueuesTests {
  @Test func `the laws of the order hold in all orders of calls and ends (V6, V7)`() throws {
    let depth = ProcessInfo.processInfo.environment["DESK_DEPTH"].flatMap { Int($0) } ?? 4
    let calls: [DeskWorld.Event] = [
      .read("a"), .write("a"), .remove("a"), .write("b"), .removeAll, .finish,
    ]
    var seen: Set<DeskWorld> = []
    var worlds = [(world: DeskWorld(), calls: 0, events: [DeskWorld.Event]())]
    while let (world, count, events) = worlds.popLast() {
      for event in world.possible + (count < depth ? calls : []) {
        var next = world
        next.receive(event)
        try #require(next.faults == [], "\(events + [event])")
        guard seen.insert(next).inserted else { continue }
        worlds.append((next, count + (event.isCall ? 1 : 0), events + [event]))
      }
    }
    print("RecordQueues: \(seen.count) states of \(depth) calls")
    #expect(seen.count > 10_000)
  }

  @Test func `2,000 calls of finish over 10,000 keys count each key once (V14)`() {
    var (queues, wakes) = (RecordQueues(), RecordQueues.Wakes())
    let keys = (0..<10_000).map { "\($0)" }
    let changes = keys.map { key in
      let ticket = queues.add(key, isRemoval: false, &wakes)
      _ = queues.next(of: key)
      _ = queues.startStoring(ticket, of: key)
      return ticket
    }
    let finishes = (0..<2_000).compactMap { _ in queues.finish() }
    #expect(queues.finishes.map(\.count) == [10_000] + Array(repeating: 0, count: 1_999))
    for (key, change) in zip(keys, changes).dropLast() {
      queues.end(change, of: key, .saved, &wakes)
    }
    #expect(wakes.finished.isEmpty)
    queues.end(changes[9_999], of: keys[9_999], .saved, &wakes)
    let later = queues.finish()
    #expect(wakes.finished == finishes && later == nil)
  }
}
