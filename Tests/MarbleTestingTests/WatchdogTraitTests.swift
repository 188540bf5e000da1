import TestSupport
import Testing

@Suite struct WatchdogTraitTests {
  #if os(macOS) || os(Linux)
  @Test func `a test that hangs is reported, and its process exits`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await WatchdogTrait.watch("a test (Tests.swift:7)", .milliseconds(200)) {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    let output = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    let text = "error: The test hangs: a test (Tests.swift:7) has been running for "
    #expect(output.hasPrefix(text), "\(output)")
  }
  #endif

  @Test(.watchdog) func `a test that ends is not reported`() {}
}
