import LoadableTesting
import Testing

@testable import App

@Test func `the newest result wins`() {
  marbles(frame: .milliseconds(100)) { m in
    let load = m.cold("-------x|", ["x": ["Swift"]])
  }
}
