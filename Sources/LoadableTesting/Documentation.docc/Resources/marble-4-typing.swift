import LoadableTesting
import Testing

@testable import App

@Test func `the newest result wins`() {
  marbles(frame: .milliseconds(100)) { m in
    let load = m.cold("-------x|", ["x": ["Swift"]])
    let model = m.keep(SearchModel(clock: m.clock) { _ in try await load() })
    m.hot("-s----'swift'") { model.query.accept($0) }
  }
}
