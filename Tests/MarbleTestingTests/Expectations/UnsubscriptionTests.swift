import AsyncAlgorithms
import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// `^` and `!` in the diagram of a stream under test.
@Suite struct UnsubscriptionTests {
  @Test func `a publisher is cancelled in the frame of the exclamation mark`() {
    marbles { m in
      let load = m.cold("-a-b-c-d|")
      m.expect(load, "-a-b!")
      m.expectSubscriptions(load, ["^---!"])
    }
  }

  @Test func `a sequence is cancelled in the frame of the exclamation mark`() {
    marbles { m in
      let load = m.cold("-a-b-c-d|")
      m.expect(load.elements, "-a-b!")
      m.expectSubscriptions(load, ["^---!"])
    }
  }

  @Test func `a publisher is subscribed to in the frame of the caret`() {
    marbles { m in
      let load = m.cold("-a-b|")
      m.expect(load, "---^a-b|")
      m.expect(load.delay(for: .zero, scheduler: m.scheduler), "-^a-!")
      m.expectSubscriptions(load, ["-^--!", "---^---!"])
    }
  }

  @Test func `the task of a sequence starts in the frame of the caret`() {
    marbles { m in
      let ticks = AsyncTimerSequence(interval: .milliseconds(20), clock: m.clock).map { _ in "t" }
      m.expect(ticks, "---^-t-t-!")
      m.expect([1, 2].async, "---(^12|)")
    }
  }

  @Test func `a run on the main actor subscribes and cancels on it`() {
    marbles(on: MainActor.shared) { m in
      let load = m.cold("a-b-c|")
      let checked = load.handleEvents(
        receiveSubscription: { _ in MainActor.assertIsolated() },
        receiveCancel: { MainActor.assertIsolated() }
      )
      m.expect(checked, "-(^a)-b!")
      m.expect(load.elements, "-(^a)b!")
      m.expectSubscriptions(load, ["^--!", "-^--!"])
    }
  }

  @Test func `steps and hot values written before the expectation come first`() {
    marbles { m in
      let before = m.hot("a-b-c|")
      let relay = PassthroughSubject<String, Never>()
      m.at(.milliseconds(20)) { relay.send("before") }
      m.at(.milliseconds(40)) { relay.send("before") }
      m.expect(before, "^-b-(c!)")
      m.expect(before.elements, "a-b-(c!)")
      m.expect(relay, "--(^'after')-('before'!)")
      m.at(.milliseconds(20)) { relay.send("after") }
      m.at(.milliseconds(40)) { relay.send("after") }
    }
  }

  @Test func `a value of a timer or cold input in the frame of the mark is not received`() {
    marbles { m in
      m.expect(m.cold("-a-b|"), "-a-!")
      let words = m.hot("-a------|")
      m.expect(words.debounce(for: .milliseconds(30), scheduler: m.scheduler), "----!")
    }
  }

  @Test func `nothing is recorded after the exclamation mark`() {
    marbles { m in
      let relay = PassthroughSubject<String, Never>()
      let ended = AsyncStream<Int> { _ in }
      m.expect(relay.handleEvents(receiveCancel: { relay.send("cancelled") }), "-!")
      m.expect(ended, "-!")
      m.at(.milliseconds(20)) { relay.send("late") }
    }
  }

  @Test func `a sequence that ignores its cancellation is a leftover`() {
    let failures = failures {
      marbles { m in
        let endless = AsyncStream<Int> {
          await withUnsafeContinuation { (_: UnsafeContinuation<Int?, Never>) in }
        }
        m.expect(endless, "-!")
      }
    }
    #expect(
      failures.first?.text.contains("its sequence did not end when cancelled") == true
    )
  }

  @Test func `a stream that ends before the exclamation mark has an unexpected end`() {
    let failures = failures {
      marbles { m in
        let words = m.hot("-a-|")
        m.expect(words, "-a---!")
        m.expect(words.elements, "-a-!")
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        words: completed at 30 ms, expected no completion
         time(ms)  0    50
         words     -a-|
         expected  -a---!
         actual    -a-|
                      ^
         30 ms  nothing expected; the completion | arrived
         If this is right, the diagram is "-a-|".
        """,
        """
        words.elements: completed at 30 ms, expected no completion
         time(ms)  0
         words     -a-|
         expected  -a-!
         actual    -a-|
                      ^
         30 ms  nothing expected; the completion | arrived
         If this is right, the diagram is "-a-|".
        """,
      ]
    )
  }

  @Test func `a failure draws the caret and the exclamation mark`() {
    let failures = failures {
      marbles { m in
        let words = m.hot("-a-b-c-d-|")
        m.expect(words, "--^--b-!")
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        words: 1 value 20 ms early, 2 unexpected values; first: b at 30 ms, expected at 50 ms
         time(ms)  0    50
         words     -a-b-c-d-|
         expected    ^--b-!
         actual      ^b-c-*       * = (d!)
                      ^ ^ ^
         30 ms  b arrived 20 ms early
         50 ms  expected b; nothing arrived
         50 ms  nothing expected; c arrived
         70 ms  nothing expected; d arrived
         If this is right, the diagram is "--^b-c-(d!)".
        """
      ]
    )
  }

  @Test func `a run that ends before the exclamation mark says so`() {
    let failures = failures {
      marbles(until: .milliseconds(20)) { m in
        let words = m.hot("-a-----")
        m.expect(words, "-a--!")
        m.expect(words, "---^!")
      }
    }
    #expect(
      failures.map { $0.text.firstLine.drop { $0 != " " } } == [
        "  words: cancellation missing at 40 ms; the run ended at 20 ms, its `until`",
        "  words: nothing arrived; 1 subscription and 1 cancellation missing, the first at 30 ms; "
          + "the run ended at 20 ms, its `until`",
      ]
    )
    #expect(failures.allSatisfy { $0.text.contains("the `until` of the run") })
  }

  @Test func `a partial comparison compares up to the exclamation mark`() {
    marbles { m in
      let words = m.hot("-a-b-c-d-|")
      m.expect(words, "---b--!", checking: .drawn)
      m.expect(words, "---^---(d!)", checking: .drawn)
      m.expect(words, "(^abcd)-------!", checking: .order)
      m.expect(words.elements, "^ab-!", checking: .order)
    }
  }

  @Test func `a caret and an exclamation mark may be outside the compared part`() {
    let part = MarbleCheck.from(.milliseconds(20), to: .milliseconds(40))
    marbles { m in
      let words = m.hot("-a-b-c-d")
      m.expect(words, "^--b--!", checking: part)
    }
  }

  @Test(
    arguments: [
      ("-a^-b", "column 3: expected a value: '^' is before every other signal, found '^'"),
      ("^-^", "column 3: expected a value: '^' is before every other signal, found '^'"),
      ("(a^)", "column 3: expected a value: '^' is before every other signal, found '^'"),
      ("-!-a", "column 4: expected '-' or the end: no signal follows '!', found 'a'"),
      ("-!!", "column 3: expected '-' or the end: no signal follows '!', found '!'"),
      ("(!a)", "column 3: expected '-' or the end: no signal follows '!', found 'a'"),
      ("-!|", "column 3: expected '-' or the end: no signal follows '!', found '|'"),
      ("-!-#", "column 4: expected '-' or the end: no signal follows '!', found '#'"),
      ("!^", "column 2: expected '-' or the end: no signal follows '!', found '^'"),
      (
        "-a|!",
        "column 4: expected '-' or the end: no signal follows a completion or failure, found '!'"
      ),
      ("(#!)", "column 3: expected ')': no signal follows a completion or failure, found '!'"),
    ]
  )
  func `a caret or an exclamation mark in another place is a mistake`(
    _ diagram: String,
    _ mistake: String
  ) {
    let failures = failures {
      marbles { m in
        m.expect(Just("a"), diagram)
        m.expect(["a"].async, diagram)
      }
    }
    let line = "Invalid diagram: \(mistake)."
    #expect(failures.map(\.text.firstLine) == [line, line])
  }

  @Test(arguments: ["^-a", "-a!"]) func `inputs and readings have neither`(_ diagram: String) {
    let failures = failures {
      marbles { m in
        _ = m.hot(diagram)
        _ = m.cold(diagram)
        _ = m.responses(to: [1: diagram])
        m.hot(diagram) { _ in }
        m.expect(reading: { "a" }, diagram)
      }
    }
    #expect(
      failures.map {
        $0.text.firstLine.contains("a value: '^' and '!' belong in expected diagrams")
      }
        == [true, true, true, false, false]
    )
    #expect(
      failures.suffix(2).allSatisfy {
        $0.text.contains("a value: a closure or an expression has no subscription")
      }
    )
  }

  @Test func `only a caret and an exclamation mark are nothing to compare`() {
    let failures = failures {
      marbles { m in m.expect(m.hot("-a"), "-^--!", checking: .drawn) }
    }
    #expect(failures.first?.text.contains("`.drawn` compares only drawn events") == true)
  }

  @Test func `exploring repeats the observation`() {
    marbles(exploring: 20) { m in
      let words = m.hot("-a-b-c|")
      m.expect(words.elements, "--(^a)b!")
      m.expect(words, "--^b-(c!)")
    }
  }
}
