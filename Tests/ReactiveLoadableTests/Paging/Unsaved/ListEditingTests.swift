import LoadableTesting
import ReactiveLoadable
import Testing

@testable import ReactivePaging

/// A write that marks a row with a letter.
struct Mark: Sendable {
  let id: Int
  var text = "x"
}

extension Marbles {
  /// A mutation that marks rows of a list; `write` is the timing of each write.
  func marks(
    _ rows: RowLoader,
    _ write: MarbleCold<String, SampleError>,
    _ policy: MutationPolicy = MutationPolicy()
  ) -> Mutation<Mark, String, SampleError> {
    keep(
      Mutation(policy: policy, editing: rows) { (mark: Mark) in
        [.change(mark.id) { $0.text += mark.text }]
      } write: { _ async throws(SampleError) -> String in
        try await write(orCancelled: .second)
      }
    )
  }
}

/// The diagrams of P13.
///
/// The first row has the id 1; X has it marked with x, Z with x and z.
@Suite struct `Optimistic edits of lists (P13)` {
  static let states = rowStates.merging([
    "X": "1x2…", "Z": "1x2z…", "V": "12z…", "R": "r1x2…", "W": "1x6…", "A": "1x2+", "Y": "1x234…",
  ]) { $1 }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var write = ["--(s|)"]
    var edit = "----x"
    var refresh = ""
    var next = ""
    var cancel = ""
    var reset = ""
    var first = ["--1|"]
    let expected: String
    var overlap = MutationOverlap.serial
    var states: [String: String] = [:]
  }

  @Test(arguments: [
    Case(testDescription: "a saved edit", expected: "nl-1X"),
    Case(testDescription: "the write fails", write: ["--#"], expected: "nl-1X-1"),
    Case(testDescription: "the write is cancelled", cancel: "------c", expected: "nl-1X-1"),
    Case(
      testDescription: "the older of two fails",
      write: ["---#", "-(s|)"],
      edit: "----xz",
      expected: "nl-1XZ-V",
      overlap: .concurrent
    ),
    Case(
      testDescription: "the newer of two is saved first, then the older one",
      write: ["---(s|)", "-(s|)"],
      edit: "----xw",
      expected: "nl-1XZU",
      overlap: .concurrent,
      states: ["Z": "1xw2…", "U": "1wx2…"]
    ),
    Case(
      testDescription: "the newer of two fails",
      write: ["---(s|)", "-#"],
      edit: "----xz",
      expected: "nl-1XZX",
      overlap: .concurrent
    ),
    Case(
      testDescription: "both fail, one after the other",
      write: ["--#", "--#"],
      edit: "----xz",
      expected: "nl-1XZV-1"
    ),
    Case(
      testDescription: "a refresh during the write",
      write: ["----(s|)"],
      refresh: "-----r",
      first: ["--1|", "--q|"],
      expected: "nl-1XR-W"
    ),
    Case(
      testDescription: "a refresh during a write that fails",
      write: ["----#"],
      refresh: "-----r",
      first: ["--1|", "--q|"],
      expected: "nl-1XR-WQ",
      states: ["Q": "16…"]
    ),
    Case(
      testDescription: "a page during a write that fails",
      write: ["----#"],
      next: "-----o",
      expected: "nl-1XA-Y2"
    ),
    Case(
      testDescription: "saved during a refresh that was requested before",
      refresh: "-----r",
      first: ["--1|", "---1|"],
      expected: "nl-1XR--X"
    ),
    Case(
      testDescription: "saved before a refresh is requested",
      refresh: "-------r",
      expected: "nl-1X--R-1"
    ),
    Case(
      testDescription: "a refresh without the item",
      write: ["----(s|)"],
      edit: "----y",
      refresh: "-----r",
      first: ["--1|", "--q|"],
      expected: "nl-1yR-q",
      states: ["y": "12y…", "R": "r12y…", "q": "16…"]
    ),
    Case(
      testDescription: "reset during the write",
      write: ["----(s|)"],
      reset: "------s",
      expected: "nl-1X-n"
    ),
  ])
  func `an edit, its write and the server`(_ example: Case) {
    marbles { m in
      let pages: [String: RowPage] = ["q": Page([1, 6], next: 2)]
      let first = m.pages(example.first[0], then: Array(example.first.dropFirst()), pages)
      let rows = m.rows(["a": first, "a2": m.pages("--2|")])
      let write = m.cold(
        example.write[0],
        failure: SampleError.first,
        then: Array(example.write.dropFirst())
      )
      let marks = m.marks(rows, write, MutationPolicy(overlap: example.overlap))
      m.hot("-o") { _ in rows.load("a") }
      m.hot(example.edit) { marks.run(Mark(id: ["z": 2, "y": 2][$0] ?? 1, text: $0)) }
      m.hot(example.refresh) { _ in rows.refresh() }
      m.hot(example.next) { _ in rows.next() }
      m.hot(example.cancel) { _ in marks.cancel() }
      m.hot(example.reset) { _ in rows.reset() }
      m.expect(rows.sketches, example.expected, Self.states.merging(example.states) { $1 })
    }
  }

  @Test func `an edit waits for its item, and applies to the page that brings it`() {
    marbles { m in
      let rows = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|")])
      let marks = m.marks(rows, m.cold("----(s|)", failure: SampleError.first))
      m.hot("-o") { _ in rows.load("a") }
      m.hot("----x") { marks.run(Mark(id: 3, text: $0)) }
      m.hot("-----o") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-a-Y", Self.states.merging(["Y": "123x4…"]) { $1 })
    }
  }

  @Test(arguments: [("------x", "123x4…"), ("----x", "123x4…"), ("--x", "1234…")])
  func `an edit that is saved while the page of its item is in flight applies to it`(
    _ edit: String,
    _ expected: String
  ) {
    marbles { m in
      let rows = m.rows(["a": m.pages("--1|"), "a2": m.pages("----2|")])
      let marks = m.marks(rows, m.cold("--(s|)", failure: SampleError.first))
      m.hot("-o") { _ in rows.load("a") }
      m.hot(edit) { marks.run(Mark(id: 3, text: $0)) }
      m.hot("-----o") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-a---Y", Self.states.merging(["Y": expected]) { $1 })
    }
  }

  @Test func `an edit of an item in flight waits for its page, and is forgotten then`() {
    marbles { m in
      let rows = m.loadedRows()
      m.hot("-----o") { _ in rows.next() }
      m.hot("------e") { _ in rows.edit(3) { $0.text = "x" } }
      m.at(.milliseconds(65)) { #expect(rows.storage.currentSnapshot.machine.unsaved != nil) }
      m.at(.milliseconds(90)) { #expect(rows.storage.currentSnapshot.machine.unsaved == nil) }
      m.expect(rows.sketches, "nl-1-a-Y", Self.states.merging(["Y": "123x4…"]) { $1 })
    }
  }

  @Test func `an edit while a page waits in a queue is older than the page`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let first = m.rows(["a": m.pages("--1|"), "a2": m.pages("--2|")], queued(queue))
      let other = m.rows(["a": m.pages("----1|")], queued(queue))
      m.hot("-o") { _ in first.load("a") }
      m.hot("----b") { _ in other.load("a") }
      m.hot("-----o") { _ in first.next() }
      m.hot("------e") { _ in first.edit(3) { $0.text = "x" } }
      m.expect(
        first.states.compactMap { $0.value?.count }.removeDuplicates(),
        "---2------4",
        ["2": 2, "4": 4]
      )
      m.at(.milliseconds(120)) { #expect(first.state.value?.map(\.text) == ["", "", "", ""]) }
    }
  }

  private func queued(_ queue: LoadQueue) -> PagingPolicy {
    PagingPolicy(load: LoadPolicy(queue: queue))
  }
}
