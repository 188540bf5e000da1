import CombineShim
import Dispatch
import IssueReporting
import MarbleTesting
import TestSupport
import Testing

/// Failures that contain the differences that they can explain.
@Suite struct CauseTests {
  @Test(.needs(.outsideWork))
  func `work outside the run explains only the differences after its start`() {
    let failures = failures {
      marbles { m in
        let early = m.hot("a|"), words = PassthroughSubject<String, Never>()
        m.at(.milliseconds(500)) { DispatchQueue.global().async {} }
        m.at(.milliseconds(20)) { words.send("a") }
        m.expect(early, "b|")
        m.expect(words, "--a 470ms b")
      }
    }
    #expect(failures.count == 2)
    let cause = failures.first?.text ?? ""
    #expect(cause.contains("This can explain the differences of an expectation:"))
    #expect(cause.contains("words: b missing at 500 ms"))
    #expect(!cause.contains("expected b at 0 ms, got a"))
    let other = failures.last?.text ?? ""
    #expect(other.contains("early: expected b at 0 ms, got a"))
    #expect(!other.contains("If this is right"))
  }

  @Test(.needs(.outsideWork))
  func `work outside the run explains the subscriptions after its start`() {
    let failures = failures {
      marbles { m in
        let early = m.cold("x|"), late = m.cold("x|")
        m.keep(early.sink { _ in })
        m.at(.milliseconds(50)) { DispatchQueue.global().async {} }
        m.expectSubscriptions(early, ["-^!"])
        m.expectSubscriptions(late, ["-----^!"])
      }
    }
    #expect(failures.count == 2)
    #expect(failures.first?.text.contains("late: never subscribed") == true)
    #expect(failures.last?.text.contains("early: ") == true)
  }

  @Test func `an endless frame does not explain an earlier difference`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("#", failure: Offline())
        m.hot("--a") { _ in
          m.keep(
            load.retry(100_000_000).sink { _ in
            } receiveValue: { _ in
            }
          )
        }
        m.expect(m.hot("-a-b"), "-b-b")
      }
    }
    #expect(failures.map { $0.text.contains("never settles") } == [true, false])
  }

  @Test func `a time limit explains the differences since its work started`() {
    let failures = failures {
      marbles(limit: .seconds(1)) { m in
        let clock = m.clock, nothing = PassthroughSubject<String, Never>()
        Task { while true { try await clock.sleep(for: .milliseconds(100)) } }
        m.expect(m.hot("-a"), "-b")
        m.expect(nothing, "2s a")
      }
    }
    #expect(failures.map { $0.text.contains("nothing: ") } == [true, false])
  }

  @Test(.needs(.outsideWork))
  func `a wake from another thread explains the differences since its task started`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let gate = Gate(), nothing = PassthroughSubject<String, Never>()
        m.at(.milliseconds(20)) { Task { await gate.wait() } }
        m.at(.milliseconds(40)) { onAnotherThread { gate.open() } }
        m.expect(m.hot("-a"), "-b")
        m.expect(nothing, "---a")
      }
    }
    #expect(failures.map { $0.text.contains("nothing: ") } == [true, false])
  }

  @Test func `a cause has the images of the differences that it explains`() {
    let drawing = RunImage(fileName: "words.svg") { "" }
    let difference = issue(image: drawing)
    var cause = issue(image: nil)
    cause.symptoms = [difference, issue(image: nil), difference]
    #expect(cause.images.map(\.fileName) == ["words.svg", "words.svg"])
  }

  private func issue(image: RunImage?) -> RunIssue {
    let callSite = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    return RunIssue(.message(""), at: callSite, image: image)
  }
}
