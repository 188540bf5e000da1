import CombineShim
import MarbleTesting
import TestSupport
import XCTest

final class XCTestTests: XCTestCase {
  func testARunThatIsRight() {
    marbles { m in m.expect(m.hot("a-b|"), "a-b|") }
  }

  func testARunThatFails() {
    let line: UInt = #line + 1
    let failures = failures { marbles { m in m.expect(m.hot("a-b|"), "a--b|") } }
    XCTAssertEqual(failures.map(\.line), [line])
  }

  @MainActor func testOnTheMainActor() {
    marbles { m in
      let hot = m.hot("a-b|")
      m.hot("-c") { _ in MainActor.preconditionIsolated() }
      m.expect(hot.elements, "a-b|")
    }
  }
}
