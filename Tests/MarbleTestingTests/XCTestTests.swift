import CombineShim
import Foundation
import MarbleTesting
import Observation
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

  func testEachFailureHasTheTextOfSwiftTesting() throws {
    for example in GoldenExample.everywhere {
      let golden = try String(contentsOf: example.file, encoding: .utf8)
      XCTAssertEqual(example.text, golden, example.name)
    }
  }

  @MainActor func testOnTheMainActor() {
    marbles { m in
      let hot = m.hot("a-b|")
      m.hot("-c") { _ in MainActor.preconditionIsolated() }
      m.expect(hot.elements, "a-b|")
    }
  }

  func testAnAsyncFunction() async {
    await Task {}.value
    let failures = failures { marbles { m in m.expect(m.hot("a-b|"), "a--b|") } }
    XCTAssertEqual(failures.count, 1)
    await ConcurrentRuns.twoRunsAtOnce()
  }

  func testAThrowingBody() {
    XCTAssertThrowsError(try marbles { _ in throw Offline() }) { XCTAssert($0 is Offline) }
  }

  #if canImport(Darwin)
  func testAnExpectedFailure() {
    XCTExpectFailure("The diagram is wrong.") { issue in
      issue.compactDescription.contains("2 events 10 ms early")
    }
    marbles { m in m.expect(m.hot("a-b|"), "a--b|") }
  }
  #endif
}

/// A model that `setUp` creates outlives its run, and is used by one run after the other.
final class XCTestSetUpTests: XCTestCase {
  private var subject = PassthroughSubject<String, Never>()
  private var received: [String] = []

  override func setUp() {
    subject = PassthroughSubject()
    received = []
  }

  override func tearDown() {
    XCTAssertEqual(received, ["a", "b"])
  }

  func testAModelOfSetUp() {
    marbles { m in
      m.hot("-a") { self.subject.send($0) }
      m.keep(subject.sink { self.received.append($0) })
      m.expect(subject, "-a")
    }
    marbles { m in
      m.hot("--b") { self.subject.send($0) }
      m.keep(subject.sink { self.received.append($0) })
      m.expect(subject, "--b")
    }
  }
}

/// A class on the main actor, with asynchronous set-up.
///
/// On Linux, XCTest requires that all tests of such a class are asynchronous.
@MainActor final class XCTestMainActorTests: XCTestCase {
  private var screen: Titles?

  override func setUp() async throws {
    await MainActor.run { screen = Titles() }
  }

  override func tearDown() async throws {
    await MainActor.run { screen = nil }
  }

  func testAModelOfSetUp() async throws {
    let screen = try XCTUnwrap(screen)
    marbles { m in
      m.hot("-a-b") { screen.title = $0 }
      m.expectChanges(of: screen.title, "ea-b", ["e": "", "a": "a", "b": "b"])
    }
  }

  func testAnAsyncFunction() async throws {
    let screen = try XCTUnwrap(screen)
    await Task {}.value
    marbles(on: MainActor.shared) { m in
      m.hot("-a-b") { screen.title = $0 }
      m.expect(reading: { screen.title }, "ea-b", ["e": "", "a": "a", "b": "b"])
    }
  }
}

@MainActor @Observable private final class Titles {
  var title = ""
}

/// A case whose tests run code that injects no clock.
final class XCTestDefaultsTests: XCTestCase {
  override func invokeTest() {
    MarbleDefaults(allowing: .taskSleep).apply { super.invokeTest() }
  }

  func testSleepsAreAllowed() {
    guard MarbleCoverage.measured.covers(.sleep) else { return }
    marbles { m in m.expect(ticks(1), "--(a|)") }
  }
}
