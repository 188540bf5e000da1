import Foundation
import ReactiveStore
import TestSupport
import Testing

/// Attacks on memory.
@Suite struct `Siege of what a store keeps (S8)` {
  @Test func `a store that polls needs no more memory the longer it does`() async {
    await #expect(processExitsWith: .success) {
      let pages = Log<Int>()
      let store = Store(0) {
        Reduce<Int, Int> { state, left in
          state += 1
          if left == 0 { pages.note(residentPages()) }
          return left > 0 ? .run { $0(left - 1) } : .none
        }
      }
      await store.send(10_000).finish()
      await store.send(100_000).finish()
      let more = pages.entries[1] - pages.entries[0]
      precondition(more < 3_000, "\(more) pages more")
    }
  }
}

/// How many pages of memory the process has.
private func residentPages() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  return Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
}
