import AsyncAlgorithms
import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

@Suite(.needs(.yield)) struct PipelineTests {
  @Test func `debounce, merge and replaced loads`() {
    marbles { m in
      let query = m.hot("-ab-------c--|")
      let refresh = m.hot("-------R--------------|")
      m.expect(
        Search.results(query.elements, refresh.elements, m.clock),
        "-----'<b'-('!b' '<R')-'>R'---'<c'-'>c'------|"
      )
    }
  }

  @Test func `one run in five hundred while the other core is busy`() {
    let load = Load()
    defer { load.stop() }
    for _ in 0..<500 { marbles { m in collisions(m) } }
  }

  @Test func `eight concurrent threads are independent`() {
    let failed = Witness()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100 where !failures({ marbles { m in collisions(m) } }).isEmpty { failed.see() }
    }
    #expect(!failed.hasSeen)
  }

  @Test func `the order of ready work does not affect a pipeline without races`() {
    marbles(exploring: 500) { m in collisions(m) }
  }

  @Test func `switchToLatest is exact`() {
    marbles { m in
      let clicks = m.hot("-a---b-c|")
      let load = m.cold("--x--y|")
      m.expect(clicks.map { _ in load }.switchToLatest(), "---x-----x--y|")
      m.expectSubscriptions(load, ["-^---!", "-----^-!", "-------^-----!"])
    }
  }

  private func collisions(_ m: Marbles) {
    let query = m.hot("-a----(bc)--------|")
    let refresh = m.hot("----R----S----|")
    m.expect(
      Search.results(query.elements, refresh.elements, m.clock),
      "----('<R' '!R' '<a')-'>a'--('<S' '!S' '<c')-'>c'---|"
    )
  }
}

/// A search of a view model: debounced terms or a refresh start a load, the newest wins.
private enum Search {
  static func results(
    _ query: MarbleElements<String, Never>,
    _ refresh: MarbleElements<String, Never>,
    _ clock: MarbleClock
  ) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      var current: Task<Void, Never>?
      for await term in merge(query.debounce(for: .milliseconds(30), clock: clock), refresh) {
        current?.cancel()
        await current?.value
        await Task.yield()
        continuation.yield("<\(term)")
        current = Task {
          do {
            try await clock.sleep(for: .milliseconds(20))
            continuation.yield(">\(term)")
          } catch {
            continuation.yield("!\(term)")
          }
        }
      }
      await current?.value
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

/// A thread that is never idle.
private final class Load: Sendable {
  private let over = Witness()

  init() {
    Thread.detachNewThread { [over] in
      var sum = 0
      while !over.hasSeen { sum &+= 1 }
    }
  }

  func stop() { over.see() }
}
