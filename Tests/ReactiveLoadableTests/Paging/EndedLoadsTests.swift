import LoadableTesting
import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `Loads of a list that have ended (P1)` {
  private final class Running {
    weak var load: RunningLoad?
  }

  private struct Row: Identifiable, Sendable, Hashable { let id: Int }

  @Test func `an ended load is released`() {
    marbles { m in
      let page = m.cold("--1|", ["1": Page([Row(id: 1)], next: 2)], then: ["--1|"])
      let loader = m.keep(PagedLoader { (_: PageRequest<Int, Int>) in try await page() })
      let running = Running()
      m.hot("-l--n") { running.load = ($0 == "l" ? loader.load(1) : loader.next()).started.load }
      m.at(.milliseconds(25)) { #expect(running.load != nil) }
      m.at(.milliseconds(35)) { #expect(running.load == nil) }
      m.at(.milliseconds(55)) { #expect(running.load != nil) }
      m.at(.milliseconds(65)) { #expect(running.load == nil) }
    }
  }
}
