import MarbleTesting
import Observation
import TestSupport
import Testing

/// The Swift code of the article.
@Suite struct `Coming from kotlinx-coroutines-test` {
  @MainActor
  private final class Banner {
    private(set) var text = ""
    private let clock: any Clock<Duration>
    init(clock: any Clock<Duration>) { self.clock = clock }

    func display(_ text: String) async {
      self.text = text
      try? await clock.sleep(for: .seconds(2))
      self.text = ""
    }
  }

  @Test func `steps advance over a delay`() {
    marbles(on: MainActor.shared) { m in
      let banner = m.keep(Banner(clock: m.clock))
      m.keep(Task { await banner.display("Saved") })
      m.advance(by: .zero)
      #expect(banner.text == "Saved")
      m.advance(by: .seconds(2))
      #expect(banner.text == "")
    }
  }

  @Test func `a diagram draws a delay`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let banner = m.keep(Banner(clock: m.clock))
      m.at(.seconds(1)) { Task { await banner.display("Saved") } }
      m.expect(reading: { banner.text }, "es-e", ["e": "", "s": "Saved"])
    }
  }

  @Test func `a detached task runs in virtual time`() {
    marbles(frame: .seconds(1)) { m in
      let clock = m.clock
      let result = AsyncStream<Int> { continuation in
        Task.detached {
          try await clock.sleep(for: .seconds(1))
          continuation.yield(1)
          continuation.finish()
        }
      }
      m.expect(result, "-(1|)")
    }
  }

  @Test func `a run with an end stops endless work`() {
    marbles(until: .milliseconds(55)) { m in
      m.expect(poll(every: .milliseconds(20), on: m.clock), "--0-1-")
    }
  }

  private func poll(every interval: Duration, on clock: MarbleClock) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let task = Task {
        for number in 0... {
          try await clock.sleep(for: interval)
          continuation.yield(number)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("ComingFromCoroutinesTest", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (4, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
