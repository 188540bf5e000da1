import CombineShim
import MarbleTesting

/// Runs that are called at once, for tests in XCTest and in Swift Testing.
enum ConcurrentRuns {
  /// Performs two runs in a task group: each has its own time.
  static func twoRunsAtOnce() async {
    await withTaskGroup(of: Void.self) { group in
      for count in [3, 300] {
        group.addTask {
          marbles { m in
            let ticks = m.hot(String(repeating: "a-", count: count))
            let last = ticks.scan(0) { count, _ in count + 1 }.filter { $0 == count }
            m.expect(last, " \(20 * (count - 1))ms x", ["x": count])
          }
        }
      }
    }
  }
}
