import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The report of an input without a subscriber has a question, unless a release is known.
@Suite struct UnheldObjectHintTests {
  @Test func `a hot input without a subscriber names the forgotten call in the first line`() {
    let text = text { m in
      let query = m.hot("-a-b")
      let results = PassthroughSubject<String, Never>()
      Searching(query, into: results).stop()
      m.expect(results, "-a-b")
    }
    #expect(
      text.firstLine.hasSuffix(
        "results: `query` had no subscriber when time started (is its model held with `m.keep`, and "
          + "does it subscribe?): 2 values missing"
      )
    )
    let hint =
      " `query` had no subscriber when time started: is its model held with `m.keep`, and does it subscribe?"
    #expect(text.contains("\n\(hint)"))
  }

  @Test func `a first value before the release does not hide the cause`() {
    let text = text { m in
      let query = m.hot("-a-b")
      let results = CurrentValueSubject<String, Never>("0")
      Searching(query, into: results).stop()
      m.expect(results, "0a-b")
    }
    #expect(
      text.firstLine.contains(
        "(is its model held with `m.keep`, and does it subscribe?): 2 values missing"
      )
    )
  }

  @Test func `an input that was never used is named`() {
    let text = text { m in
      let query = m.hot("-a")
      m.expect(PassthroughSubject<String, Never>(), "-a")
      _ = query
    }
    #expect(
      text.contains(
        "\n `query` had no subscriber: is its model held with `m.keep`, and does it subscribe?"
      )
    )
  }

  @Test func `a subscriber that is lost before the first signal is named with its time`() {
    let text = text { m in
      let query = m.hot("-----a")
      let results = PassthroughSubject<String, Never>()
      let model = m.keep(Searching(query, into: results))
      m.at(.milliseconds(30)) { model.stop() }
      m.expect(results, "-----a")
    }
    #expect(
      text.firstLine.contains(
        "`query` lost its only subscriber at 30 ms, before its first signal (is its model held"
      )
    )
  }

  @Test func `a cold input and responses that are never used are named in a run without a hot one`()
  {
    let cold = text { m in
      let load = m.cold("-a|")
      m.expect(PassthroughSubject<String, Never>(), "-a")
      _ = load
    }
    let responses = text { m in
      let load = m.responses(to: ["x": "-a|", "y": "-b|"])
      m.expect(PassthroughSubject<String, Never>(), "-a")
      _ = load
    }
    for text in [cold, responses] {
      #expect(text.firstLine.contains("`load` had no subscriber (is its model held"))
    }
  }

  @Test func `an input that was never subscribed to names the missing model`() {
    let text = text { m in
      let query = m.hot("-a")
      m.expectSubscriptions(query, ["^"])
    }
    #expect(text.contains("never subscribed"))
    #expect(
      text.hasSuffix(
        "\n `query` had no subscriber: is its model held with `m.keep`, and does it subscribe?"
      )
    )
  }

  @Test func `another input with a subscriber leaves the first line to the difference`() {
    let text = text { m in
      let query = m.hot("-a"), retry = m.hot("--r")
      m.expect(query, "-a--b")
      _ = retry
    }
    #expect(text.firstLine.hasSuffix("b missing at 40 ms; nothing was scheduled after 20 ms"))
    #expect(text.contains("\n `retry` had no subscriber:"))
  }

  @Test(arguments: 0..<5) func `a test without the mistake has no hint`(_ index: Int) {
    let bodies: [@Sendable (Marbles) -> Void] = [
      { $0.expect($0.hot("-a"), "-a-b") },
      { m in
        let cold = m.cold("-a|"), other = m.cold("-b|")
        m.expect(cold, "--a|")
        _ = other
      },
      { m in
        m.hot("-a") { _ in }
        m.expect(PassthroughSubject<String, Never>(), "-a")
      },
      { m in
        m.expect(m.hot("a").first(), "(a|)--")
        m.expect(m.hot("").append(Just("x")), "x")
      },
      { m in
        _ = m.hot("-a")
        m.expect(Just("x"), "|")
      },
    ]
    #expect(!text(bodies[index]).contains("m.keep"))
  }

  /// The failure of a run.
  private func text(_ body: @escaping (Marbles) -> Void) -> String {
    failures { marbles { m in body(m) } }.first?.text ?? ""
  }
}

/// A model that publishes the values of its input until it is stopped.
private final class Searching {
  private let subscription: AnyCancellable

  init(_ query: some Publisher<String, Never>, into results: some Subject<String, Never>) {
    subscription = query.sink { results.send($0) }
  }

  func stop() { subscription.cancel() }
}
