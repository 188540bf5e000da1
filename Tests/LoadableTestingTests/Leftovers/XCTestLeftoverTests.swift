import LoadableTesting
import TestSupport
import XCTest

final class XCTestLeftoverTests: XCTestCase {
  func testAClosedFeedLeavesNothingBehind() async {
    await leftovers {
      let feed = SlowFeed()
      expectRelease(of: feed)
      await feed.podcasts.load("swift").outcome()
    }
  }

  func testASubscriptionIsReportedAtTheCall() async {
    let query = BehaviorRelay("")
    let survivors = Survivors()
    let line: UInt = #line + 2
    let failures = await failures {
      await leftovers(grace: .zero) { survivors.keep(query.sink { _ in }) }
    }
    XCTAssertEqual(failures.map(\.line), [line])
    XCTAssertTrue(
      failures.first?.text.hasPrefix("Still alive after the test: a subscription of ") == true
    )
  }

  @MainActor func testTheMainActorIsFreeDuringTheWait() async {
    let query = BehaviorRelay("")
    await leftovers {
      let subscription = query.sink { _ in }
      Task { @MainActor in subscription.cancel() }
    }
  }
}
