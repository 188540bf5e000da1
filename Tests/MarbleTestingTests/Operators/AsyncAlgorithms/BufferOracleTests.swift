import AsyncAlgorithms
import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct BufferOracleTests {
  @Test(arguments: [
    Diagram(
      "an idle consumer receives each value immediately",
      in: "-a-b------c-|",
      to: "-a-b------c-|"
    ),
    Diagram(
      "nothing in, nothing out",
      in: "--|",
      to: "--|"
    ),
    Diagram(
      "a failure follows the values before it",
      in: "-a-(b#)",
      to: "-a-(b#)"
    ),
  ])
  func `an idle consumer receives without delay`(diagram: Diagram) {
    for policy: AsyncBufferSequencePolicy in [
      .unbounded, .bounded(1), .bufferingLatest(1), .bufferingOldest(1), .bounded(0),
    ] {
      marbles { m in
        let input = m.hot(diagram.first, failure: Offline())
        let output = input.elements.buffer(policy: policy)
        m.expect(output, diagram.output, failure: Offline())
      }
    }
  }

  @Test func `unbounded keeps everything for a busy consumer`() {
    marbles { m in
      let a = m.hot("-abcde-----------|")
      let out = a.elements.buffer(policy: .unbounded).busy(for: .frames(3), on: m.clock)
      m.expect(out, "----a--b--c--d--e|")
    }
  }

  @Test func `the latest drops the oldest for a busy consumer`() {
    marbles { m in
      let a = m.hot("-abcde------|")
      let out = a.elements.buffer(policy: .bufferingLatest(1)).busy(for: .frames(3), on: m.clock)
      m.expect(out, "----a--d--e-|")
    }
  }

  @Test func `the latest two drop the oldest for a busy consumer`() {
    marbles { m in
      let a = m.hot("-(abcde)---------|")
      let out = a.elements.buffer(policy: .bufferingLatest(2)).busy(for: .frames(3), on: m.clock)
      m.expect(out, "----a--d--e|")
    }
  }

  @Test func `the oldest drop the newest for a busy consumer`() {
    marbles { m in
      let a = m.hot("-abcde------|")
      let out = a.elements.buffer(policy: .bufferingOldest(1)).busy(for: .frames(3), on: m.clock)
      m.expect(out, "----a--b--e-|")
    }
  }

  @Test func `a failure does not overtake buffered values`() {
    marbles { m in
      let a = m.hot("-ab#", failure: Offline())
      let out = a.elements.buffer(policy: .unbounded).busy(for: .frames(3), on: m.clock)
      m.expect(out, "----a--(b#)", failure: Offline())
    }
  }

  // NB: when the consumer has stopped, the task that fills the buffer waits endlessly.
  @Test func `bounded demands no more from its base than it can buffer`() {
    let failures = failures {
      marbles { m in
        let demanded = PassthroughSubject<Int, Never>()
        let out = numbers(demanded).buffer(policy: .bounded(2)).busy(for: .frames(3), on: m.clock)
        m.expect(demanded, "(123)--4--5--6--")
        m.expect(out.prefix(4), "---1--2--3--(4|)")
      }
    }
    let left = "a task that has not ended, started at 0ms"
    #expect(failures.map { $0.text.contains(left) } == [true])
  }

  @Test func `bounded by zero demands only when its consumer does`() {
    marbles { m in
      let demanded = PassthroughSubject<Int, Never>()
      let out = numbers(demanded).buffer(policy: .bounded(0)).busy(for: .frames(3), on: m.clock)
      m.expect(demanded, "1--2--3--4")
      m.expect(out.prefix(4), "---1--2--3--(4|)")
    }
  }

  // NB: stopping is undocumented; merge, zip and others end theirs when the iterator is released.
  @Test func `a consumer that stops leaves the buffer running until its base ends`() {
    for policy: AsyncBufferSequencePolicy in [.bounded(2), .unbounded, .bufferingLatest(1)] {
      marbles { m in
        let ab = m.cold("-a-b-|")
        m.expect(ab.elements.buffer(policy: policy).prefix(1), "-(a|)")
        m.expectSubscriptions(ab, ["^----!"])
      }
    }
  }

  @Test func `a consumer that is cancelled ends the subscription`() {
    for policy: AsyncBufferSequencePolicy in [.bounded(2), .unbounded, .bufferingLatest(1)] {
      marbles { m in
        let ab = m.cold("-a-b-|")
        m.expect(m.cancelled(ab.elements.buffer(policy: policy), at: .frames(2)), "-a|")
        m.expectSubscriptions(ab, ["^-!"])
      }
    }
  }

  /// Endless numbers, each reported when it is demanded.
  private func numbers(_ demanded: PassthroughSubject<Int, Never>) -> AsyncStream<Int> {
    let demanded = Unchecked(demanded)
    let counter = Counter()
    return AsyncStream {
      let number = await counter.next()
      demanded.value.send(number)
      return number
    }
  }
}

private actor Counter {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}
