import Testing

@testable import StoreTesting

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      (Duration.seconds(2), ".seconds(2)"),
      (.milliseconds(1500), ".milliseconds(1500)"),
      (.microseconds(1500), ".milliseconds(1.5)"),
      // More milliseconds than 32 bits and 64 bits have.
      (.seconds(2_592_000) + .milliseconds(1), ".milliseconds(2592000001)"),
      (.seconds(Int64.max) + .milliseconds(500), ".milliseconds(9.223372036854776e+21)"),
    ]
  )
  func `a duration is printed as code, however long it is`(_ duration: Duration, _ text: String) {
    #expect(duration.codeText == text)
  }
}
