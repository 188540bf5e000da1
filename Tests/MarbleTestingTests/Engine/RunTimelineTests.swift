import Testing

@testable import MarbleEngine

@Suite struct RunTimelineTests {
  private let timeline = RunTimeline()

  @Test func `a sleeper that was cancelled before it slept is not scheduled`() async throws {
    let sequence = timeline.nextSequence()
    #expect(timeline.cancelSleeper(sequence)?.sequence == nil)
    #expect(try await parks(as: sequence) == false)
    #expect(timeline.next == nil)
  }

  @Test func `a sleeper after the end of the run is not scheduled`() async throws {
    #expect(timeline.close().isEmpty)
    #expect(try await parks(as: timeline.nextSequence()) == false)
  }

  @Test func `an entry in the past is due immediately`() {
    timeline.advance(to: .milliseconds(20))
    timeline.schedule(at: .milliseconds(10), .cold(DriverConfined {}))
    #expect(timeline.next == .milliseconds(20))
    #expect(timeline.popDue()?.began == .milliseconds(20))
  }

  @Test func `an entry that is not due stays`() {
    timeline.schedule(at: .milliseconds(10), .input(DriverConfined {}))
    #expect(timeline.popDue()?.sequence == nil)
    #expect(timeline.next == .milliseconds(10))
  }

  @Test func `only the given entries are removed`() {
    let sequences = (0..<6).map {
      timeline.schedule(at: .milliseconds($0), .cold(DriverConfined {}))
    }
    timeline.remove([sequences[1], sequences[4]])
    #expect(timeline.close().map(\.sequence) == [0, 2, 3, 5].map { sequences[$0] })
  }

  private func parks(as sequence: Int) async throws -> Bool {
    var isParked = false
    try await withUnsafeThrowingContinuation { continuation in
      isParked = timeline.park(continuation, as: sequence, until: .milliseconds(10))
      continuation.resume()
    }
    return isParked
  }
}
