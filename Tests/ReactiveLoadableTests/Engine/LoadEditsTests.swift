import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The steps of edits, in any order of threads (L12).
@Suite struct `Steps of edits` {
  typealias Steps = EditSteps<String, String>

  private func id(_ write: UInt, of mutation: UInt = 1) -> LoadEditID {
    LoadEditID(mutation: mutation, write: write)
  }

  private func shown(_ write: UInt, of mutation: UInt = 1, _ text: String) -> LoadEdits.Step {
    Steps.shown(id(write, of: mutation)) { $0 += text }
  }

  /// The visible value over "a", requested with ticket 5, after these steps; the newest ticket is
  /// 7.
  private func value(after steps: [LoadEdits.Step]) -> String {
    var edits = LoadEdits()
    for step in steps { _ = apply(step, to: &edits, after: 7) }
    return value(of: edits, over: "a", asOf: 5)
  }

  /// Performs a step over the value "a", with this newest ticket.
  private func apply(
    _ step: LoadEdits.Step,
    to edits: inout LoadEdits,
    after ticket: UInt
  ) -> Bool {
    edits.apply([step], of: ReactiveLoadable.Box("a"), after: ticket, isLoading: true)
  }

  private func value(of edits: LoadEdits, over name: String, asOf ticket: UInt) -> String {
    edits.applied(to: loaded(name), asOf: ticket).value.assumed(of: String.self).value
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
    #expect(value(after: [Steps.rolledBack(id(1)), shown(1, "x")]) == "a")
    #expect(value(after: [Steps.saved(id(1)) { $0 += "X" }, shown(1, "x")]) == "aX")
    let early: [LoadEdits.Step] = [Steps.rolledBack(id(1)), shown(1, "x"), shown(2, "y")]
    #expect(value(after: early) == "ay", "it is counted once")
  }

  @Test func `a reset leaves no edits`() {
    var edits = LoadEdits()
    _ = apply(shown(1, "x"), to: &edits, after: 1)
    edits.removeAll()
    let changes = apply(Steps.saved(id(1)), to: &edits, after: 2)
    #expect(!changes)
    #expect(edits.isUnused)
  }

  @Test func `a saved edit shows over loads requested before it, and over no others`() {
    var edits = LoadEdits()
    _ = apply(shown(1, "x"), to: &edits, after: 1)
    _ = apply(Steps.saved(id(1)), to: &edits, after: 7)
    #expect(value(of: edits, over: "a", asOf: 7) == "ax")
    #expect(value(of: edits, over: "a", asOf: 8) == "a")
    #expect(value(of: edits, over: "b", asOf: 7) == "b")
  }
}
