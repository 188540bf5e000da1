import LoadableTesting
import Testing

@testable import App

@Test func `the newest answer wins`() {
  marbles(frame: .milliseconds(100)) { m in
  }
}
