import ReactiveLoadable
import Testing

@testable import ReactiveLoading
@testable import ReactivePaging

/// Ends of edits that a part of a state does not know, because it was replaced (S20).
///
/// A state receives all steps in order, so the start of such an edit never arrives.
@Suite struct `Ends of edits that a state does not know (S20)` {
  private let id = LoadEditID(mutation: 1, write: 1)

  @Test func `a value of a state forgets them`() {
    var load = EmbeddedLoad<NoRequest, Int, SampleError>(1, of: NoRequest())
    load.edit([.ended(id, .saved(nil))])
    #expect(!load.hasEdits, "an end is kept")
    let editor = LoadEditor<NoRequest, Int>(confirms: false) { _, _, value in value += 1 }
    load.edit([.shown(id, editor, ReactiveLoading.Box(()))])
    #expect(load.hasEdits, "the edit has the end of an earlier one")
    #expect(load.shown?.value == 2)
  }

  @Test func `a list of a state forgets them`() {
    let machine = PagedMachine<String, Int, Row, SampleError>(PagingPolicy().resolved) { _ in
      .second
    }
    _ = machine.edit([.ended(id, .saved(nil))], at: .zero)
    #expect(machine.unsaved != nil)
    machine.forgetEarlyEnds()
    #expect(machine.unsaved == nil, "an end is kept")
  }
}
