import Foundation
import ReactiveStore
import TestSupport
import Testing

/// The memory of a process.
@Suite struct `Memory of a store (S8)` {
  #if os(macOS) || os(Linux)
  @Test func `the memory of a polling store does not grow`() async {
    await #expect(processExitsWith: .success) {
      let sizes = Log<Int>()
      let store = Store(0) {
        Reduce<Int, Int> { state, left in
          state += 1
          if left == 0 { sizes.note(largestMemory()) }
          return left > 0 ? .run { $0(left - 1) } : .none
        }
      }
      await store.send(10_000).finish()
      await store.send(100_000).finish()
      precondition(sizes.entries[0] > 0, "the system does not report the memory")
      let more = sizes.entries[1] - sizes.entries[0]
      precondition(more < 12_000_000, "\(more) bytes more")
    }
  }
  #endif
}

/// The largest memory of the process so far, in bytes.
private func largestMemory() -> Int {
  let thisProcess: Int32 = 0
  var usage = rusage()
  guard getrusage(thisProcess, &usage) == 0 else { return 0 }
  #if canImport(Darwin)
  return usage.ru_maxrss
  #else
  return usage.ru_maxrss * 1024
  #endif
}
