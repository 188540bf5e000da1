import CombineShim
import MarbleTesting
import Testing

/// Parts of a stream, and values before and after it.
@Suite struct SequencingOracleTests {
  @Test(arguments: [
    PublisherDiagram(
      "prepended values are emitted immediately",
      in: "-a-|",
      to: "(xy)a-|"
    ) { $0.prepend("x", "y") },
    PublisherDiagram(
      "of a hot publisher values are missed while the prefix lasts",
      in: "-a-b-|",
      to: "-a-b-|"
    ) { $0.prepend(Empty()) },
    PublisherDiagram(
      "appended values come with the end",
      in: "-a-|",
      to: "-a-(xy|)"
    ) { $0.append("x", "y") },
    PublisherDiagram(
      "a failure appends nothing",
      in: "-a-#",
      to: "-a-#"
    ) { $0.append("x", "y") },
    PublisherDiagram(
      "first ends with the first value",
      in: "-a-b-c|",
      to: "-(a|)"
    ) { $0.first() },
    PublisherDiagram(
      "first of an empty stream is empty",
      in: "--|",
      to: "--|"
    ) { $0.first() },
    PublisherDiagram(
      "first where ends with the first match",
      in: "-a-(bx)-c|",
      to: "---(x|)"
    ) { $0.first { $0 == "x" } },
    PublisherDiagram(
      "last comes with the end",
      in: "-a-(bc)-|",
      to: "-----(c|)"
    ) { $0.last() },
    PublisherDiagram(
      "last at a failure is none",
      in: "-a-#",
      to: "---#"
    ) { $0.last() },
    PublisherDiagram(
      "dropFirst skips the first values",
      in: "-a-(bc)-|",
      to: "---c-|"
    ) { $0.dropFirst(2) },
    PublisherDiagram(
      "drop while skips until its closure returns false, once",
      in: "-1-2-3-1-|",
      to: "-----3-1-|"
    ) { $0.drop { $0 < "3" } },
    PublisherDiagram(
      "prefix longer than the stream ends with it",
      in: "-a-|",
      to: "-a-|"
    ) { $0.prefix(2) },
    PublisherDiagram(
      "prefix while ends in the frame of the first that does not belong",
      in: "-1-2-3-1-|",
      to: "-1-2-|"
    ) { $0.prefix { $0 < "3" } },
    PublisherDiagram(
      "output at an index that is not reached is none",
      in: "-a-|",
      to: "---|"
    ) { $0.output(at: 1) },
  ])
  func `parts of a stream keep their frames`(diagram: PublisherDiagram) {
    marbles { m in diagram.check(m) }
  }

  @Test(arguments: [
    Diagram(
      "it ends when the other sends",
      in: "-a-b-c-|",
      in: "----x--|",
      to: "-a-b|"
    ),
    Diagram(
      "a value before the other's in its frame is emitted",
      in: "-a-b-c-|",
      in: "---x---|",
      to: "-a-(b|)"
    ),
    Diagram(
      "the end of the other changes nothing",
      in: "-a-b-|",
      in: "--|",
      to: "-a-b-|"
    ),
    Diagram(
      "a failure of the other changes nothing",
      in: "-a-b-|",
      in: "--#",
      to: "-a-b-|"
    ),
  ])
  func `prefix lasts until another publisher sends`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let other = m.hot(diagram.second, failure: Offline())
      m.expect(input.prefix(untilOutputFrom: other), diagram.output, failure: Offline())
    }
  }

  @Test(arguments: [
    Diagram(
      "it starts when the other has sent",
      in: "-a-b-c-|",
      in: "--x----|",
      to: "---b-c-|"
    ),
    Diagram(
      "a value before the other's in its frame is dropped",
      in: "-a-b-c-|",
      in: "---x---|",
      to: "-----c-|"
    ),
    Diagram(
      "the completion of the other completes it, too, as no value can follow",
      in: "-a-b-|",
      in: "--|",
      to: "--|"
    ),
    Diagram(
      "a failure of the other fails it",
      in: "-a-b-|",
      in: "--#",
      to: "--#"
    ),
    Diagram(
      "the end of the other after it has sent changes nothing",
      in: "-a---b-|",
      in: "--x-|",
      to: "-----b-|"
    ),
  ])
  func `drop lasts until another publisher sends`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let other = m.hot(diagram.second, failure: Offline())
      m.expect(input.drop(untilOutputFrom: other), diagram.output, failure: Offline())
    }
  }

  @Test func `an appended publisher is subscribed at the completion`() {
    marbles { m in
      let a = m.hot("-a--|")
      let x = m.cold("x-y|")
      m.expect(a.append(x), "-a--x-y|")
      m.expectSubscriptions(x, ["----^--!"])
    }
  }

  // NB: "produces no elements until this publisher finishes" is wrong: they pass immediately.
  @Test func `append passes values on immediately`() {
    marbles { m in
      let a = m.hot("-a-b--|")
      m.expect(a.append("x"), "-a-b--(x|)")
    }
  }

  @Test func `values of a hot publisher are missed during the prepended ones`() {
    marbles { m in
      let a = m.hot("-a-b-c|")
      let x = m.cold("x-|")
      m.expect(a.prepend(x), "x--b-c|")
    }
  }

  // NB: the documentation says that its subscription is cancelled then.
  @Test func `drop until another sends keeps its subscription to the other`() {
    marbles { m in
      let a = m.hot("-a-b-c---|")
      let x = m.cold("--x----|")
      m.expect(a.drop(untilOutputFrom: x), "---b-c---|")
      m.expectSubscriptions(x, ["^------!"])
    }
  }

  @Test func `prefix until another sends keeps its subscription to the other`() {
    marbles { m in
      let a = m.cold("-a-b-c---|")
      let x = m.cold("----x--|")
      m.expect(a.prefix(untilOutputFrom: x), "-a-b|")
      m.expectSubscriptions(a, ["^---!"])
      m.expectSubscriptions(x, ["^------!"])
    }
  }

  // NB: "the first two elements before finishing": they do not finish it, the next one does.
  @Test func `prefix ends with the value after its last, not with it`() {
    marbles { m in
      let a = m.cold("-a-b-c-d|")
      m.expect(a.prefix(2), "-a-b-|")
      m.expectSubscriptions(a, ["^----!"])
    }
  }

  @Test func `prefix of zero ends with the first value`() {
    marbles { m in m.expect(m.hot("-a-b|").prefix(0), "-|") }
  }

  @Test func `output at an index ends with the value after it`() {
    marbles { m in m.expect(m.hot("-a-b-c-d|").output(at: 1), "---b-|") }
  }

  @Test func `output in a range ends with the value after its last`() {
    marbles { m in m.expect(m.hot("-a-b-c-d|").output(in: 1...2), "---b-c-|") }
  }
}
