import Foundation
import ReactiveResources
import Testing

@Suite struct WallClockTests {
  @Test func `a clock tells the date that it is made to tell`() {
    let clock = WallClock { Date(timeIntervalSince1970: 7) }
    #expect(clock.now() == Date(timeIntervalSince1970: 7))
  }
}
