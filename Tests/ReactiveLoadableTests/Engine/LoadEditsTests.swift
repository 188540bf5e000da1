import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The steps of edits, in any order of threads (L12).
@Suite struct `Steps of edits` {
  typealias Edits = LoadEdits<String, String>

  private func id(_ write: UInt, of mutation: UInt = 1) -> LoadEditID {
    LoadEditID(mutation: mutation, write: write)
  }

  private func shown(_ write: UInt, of mutation: UInt = 1, _ text: String) -> Edits.Step {
    .shown(id(write, of: mutation)) { $0 += text }
  }

  /// The visible value over "a", requested with ticket 5, after these steps; the newest ticket is
  /// 7.
  private func value(after steps: [Edits.Step]) -> String {
    var edits = Edits()
    for step in steps { _ = edits.apply(step, of: "a", after: 7) }
    return edits.applied(to: loaded("a"), asOf: 5)
  }

  /// The value "a" of the request "a", and so on.
  private func loaded(_ name: String) -> LoadedValue {
    LoadedValue(ReactiveLoadable.Box(name), of: ReactiveLoadable.Box(name))
  }

  @Test func `the writes of one mutation show in their order, on any threads`() {
    #expect(value(after: [shown(2, "y"), shown(1, "x")]) == "axy")
    #expect(value(after: [shown(2, of: 1, "y"), shown(1, of: 2, "z")]) == "ayz")
  }

  @Test func `an end before its start counts`() {
    #expect(value(after: [.ended(id(1), .rolledBack), shown(1, "x")]) == "a")
    #expect(value(after: [.ended(id(1), .saved { $0 += "X" }), shown(1, "x")]) == "aX")
    let early: [Edits.Step] = [.ended(id(1), .rolledBack), shown(1, "x"), shown(2, "y")]
    #expect(value(after: early) == "ay", "it is counted once")
  }

  @Test func `a reset leaves no edits`() {
    var edits = Edits()
    _ = edits.apply(shown(1, "x"), of: "a", after: 1)
    edits.removeAll()
    let changes = edits.apply(.ended(id(1), .saved(nil)), of: "a", after: 2)
    #expect(!changes)
    #expect(edits.edits.isEmpty && edits.earlyResults.isEmpty && edits.discarded.isEmpty)
  }

  @Test func `a saved edit shows over loads requested before it, and over no others`() {
    var edits = Edits()
    _ = edits.apply(shown(1, "x"), of: "a", after: 1)
    _ = edits.apply(.ended(id(1), .saved(nil)), of: "a", after: 7)
    #expect(edits.applied(to: loaded("a"), asOf: 7) == "ax")
    #expect(edits.applied(to: loaded("a"), asOf: 8) == "a")
    #expect(edits.applied(to: loaded("b"), asOf: 7) == "b")
  }
}
