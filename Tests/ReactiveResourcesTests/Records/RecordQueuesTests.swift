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
}
