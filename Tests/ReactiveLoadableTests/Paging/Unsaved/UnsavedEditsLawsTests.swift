import Foundation
import TestSupport
import Testing

/// Every order of loads, pages and edits of writes up to a depth, and long random orders (P13).
///
/// `LAWS_DEPTH=5 swift test --filter 'Laws of unsaved edits'` explores one event more.
@Suite struct `Laws of unsaved edits over all event orders (P13)` {
  private static let depth =
    ProcessInfo.processInfo.environment["LAWS_DEPTH"].flatMap(Int.init) ?? 4

  @Test(arguments: [false, true])
  func `the visible list is the confirmed one with the edits`(isLoaded: Bool) async {
    let depth = Self.depth
    let results = Log<(broken: [String], orders: Int)>()
    await onOwnThread {
      let world = UnsavedWorld(isLoaded: isLoaded)
      let exploration = Exploration(world, depth: isLoaded ? depth - 1 : depth)
      results.note((exploration.broken, exploration.orders))
    }
    let result = results.entries.first
    #expect(result?.broken == [])
    #expect(result?.orders ?? 0 > (isLoaded ? 2_000 : 16_000), "the exploration ends early")
  }

  @Test func `the visible list is the confirmed one with the edits in long orders`() async {
    let laws = Log<String>()
    await onOwnThread {
      for seed in 0..<(Self.depth * 60) {
        var (random, world) = (SeededGenerator(UInt64(seed)), UnsavedWorld(isLoaded: false))
        var path: [UnsavedWorld.Step] = []
        while path.count < 60, world.broken == nil {
          let steps = world.possibleSteps
          path.append(steps[random.below(steps.count)])
          world.take(path[path.count - 1])
        }
        if let law = world.broken { return laws.note("\(law) after \(path)") }
      }
    }
    #expect(laws.entries == [])
  }
}
