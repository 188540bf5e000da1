import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ChunkOracleTests {
  private let chunks = ["1": "ab", "2": "cd", "3": "e", "4": "c", "5": "abc", "6": "a", "7": "b"]

  @Test(arguments: [
    Diagram(
      "a chunk comes with its last value",
      in: "-a--b---c-d-|",
      to: "----1-----2-|"
    ),
    Diagram(
      "a partial chunk is emitted with the completion",
      in: "-ab--c--|",
      to: "--1-----(4|)"
    ),
    Diagram(
      "a group is split where it is full",
      in: "-(abcd)-|",
      to: "-(12)-|"
    ),
    Diagram(
      "no values, no chunk",
      in: "--|",
      to: "--|"
    ),
    Diagram(
      "a failure discards a partial chunk",
      in: "-ab-c-#",
      to: "--1---#"
    ),
  ])
  func `chunks have the given count`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let output = input.elements.chunks(ofCount: 2).map { $0.joined() }
      m.expect(output, diagram.output, chunks, failure: Offline())
    }
  }

  @Test(arguments: [
    Diagram(
      "a signal emits the values since the last one",
      in: "-a-b---c-----|",
      in: "----s------s--",
      to: "----1------4-|"
    ),
    Diagram(
      "a signal emits nothing without values",
      in: "--a------|",
      in: "-s--ss----",
      to: "----6----|"
    ),
    Diagram(
      "a value before the signal of its frame belongs to the chunk",
      in: "-a-b---|",
      in: "---s----",
      to: "---1---|"
    ),
    Diagram(
      "a partial chunk is emitted with the completion",
      in: "-a----b--|",
      in: "---s------",
      to: "---6-----(7|)"
    ),
    Diagram(
      "the end of the signals is no signal",
      in: "-a----b--|",
      in: "---|",
      to: "---------(1|)"
    ),
    Diagram(
      "a failure discards a partial chunk",
      in: "-a-b--#",
      in: "--s----",
      to: "--6---#"
    ),
    Diagram(
      "a failure of the signals ends it, too",
      in: "-a-b--|",
      in: "--s--#",
      to: "--6--#"
    ),
  ])
  func `a signal ends each chunk`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let signals = m.hot(diagram.second, failure: Offline())
      let output = input.elements.chunked(by: signals.elements).map { $0.joined() }
      m.expect(output, diagram.output, chunks, failure: Offline())
    }
  }

  @Test func `a value after the signal of its frame belongs to the next chunk`() {
    marbles { m in
      let s = m.hot("---s----")
      let a = m.hot("-a-b---|")
      let out = a.elements.chunked(by: s.elements).map { $0.joined() }
      m.expect(out, "---6---(7|)", chunks)
    }
  }

  @Test func `a chunk is emitted when it is full or signalled`() {
    marbles { m in
      let a = m.hot("-abc---a--e-|")
      let s = m.hot("-----s--s----")
      let out = a.elements.chunks(ofCount: 2, or: s.elements).map { $0.joined() }
      m.expect(out, "--1--4--6---(3|)", chunks)
    }
  }

  @Test func `a timer emits chunks at regular times`() {
    marbles { m in
      let a = m.hot("-ab-c------de--|")
      let timer = AsyncTimerSequence.repeating(every: .frames(4), clock: m.clock)
      let out = a.elements.chunked(by: timer).map { $0.joined() }
      m.expect(out, "----5-------2--|", ["5": "abc", "2": "de"])
    }
  }

  @Test func `a full chunk does not restart the timer`() {
    marbles { m in
      let a = m.hot("-abc---|")
      let timer = AsyncTimerSequence.repeating(every: .frames(4), clock: m.clock)
      let out = a.elements.chunks(ofCount: 2, or: timer).map { $0.joined() }
      m.expect(out, "--1-4--|", chunks)
    }
  }

  @Test func `a group is emitted with the first value of the next group`() {
    marbles { m in
      let a = m.hot("-a-b-a-c-|")
      let out = a.elements.chunked { $0 <= $1 }.map { $0.joined() }
      m.expect(out, "-----1---(8|)", ["1": "ab", "8": "ac"])
    }
  }

  @Test func `a failure discards the incomplete group`() {
    marbles { m in
      let a = m.hot("-a-b-a-#", failure: Offline())
      let out = a.elements.chunked { $0 <= $1 }.map { $0.joined() }
      m.expect(out, "-----1-#", chunks, failure: Offline())
    }
  }

  @Test func `values of one projection are emitted with the first of another`() {
    marbles { m in
      let a = m.hot("-(aA)-b-B-(c|)")
      let out = a.elements.chunked(on: { $0.lowercased() }).map { $0 + $1.joined() }
      m.expect(out, "---1---(23|)", ["1": "aaA", "2": "bbB", "3": "cc"])
    }
  }
}
