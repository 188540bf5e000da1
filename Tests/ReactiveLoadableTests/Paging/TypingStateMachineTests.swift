import Testing

@testable import ReactiveLoadable

/// The steps of a search, one by one.
@Suite struct `The core of a search (P8)` {
  typealias Machine = TypingStateMachine<String>

  private func machine(_ steps: (inout Machine) -> Void) -> Machine {
    var machine = Machine()
    steps(&machine)
    return machine
  }

  @Test func `a text waits, and is searched after the debounce time`() {
    var machine = Machine()
    #expect(machine.typed(TypedText(text: "a", number: 1), "a", isCached: false) == .wait)
    #expect(machine.debounced(1, "a") == .show("a"))
    #expect(machine.debounced(1, "a") == .nothing)
  }

  @Test func `an outdated text is ignored after its debounce time`() {
    var machine = machine {
      _ = $0.typed(TypedText(text: "a", number: 1), "a", isCached: false)
      _ = $0.typed(TypedText(text: "ab", number: 2), "ab", isCached: false)
    }
    #expect(machine.debounced(1, "a") == .nothing)
    #expect(machine.debounced(2, "ab") == .show("ab"))
  }

  @Test func `a text before empty text is ignored after its debounce time`() {
    var machine = machine { _ = $0.typed(TypedText(text: "a", number: 1), "a", isCached: false) }
    #expect(machine.typed(TypedText(text: "", number: 2), nil, isCached: false) == .clear)
    #expect(machine.debounced(1, "a") == .nothing)
    #expect(machine.debounced(2, nil) == .nothing)
  }

  @Test func `a cached list shows immediately`() {
    var machine = machine { _ = $0.typed(TypedText(text: "a", number: 1), "a", isCached: false) }
    #expect(machine.typed(TypedText(text: "b", number: 2), "b", isCached: true) == .show("b"))
    #expect(machine.debounced(1, "a") == .nothing)
    #expect(machine.debounced(2, "b") == .nothing)
  }

  @Test func `the text that was requested last is not requested again`() {
    var machine = machine { _ = $0.typed(TypedText(text: "b", number: 1), "b", isCached: true) }
    #expect(machine.typed(TypedText(text: "a", number: 2), "a", isCached: false) == .wait)
    #expect(machine.typed(TypedText(text: "b", number: 3), "b", isCached: true) == .keep)
    #expect(machine.debounced(2, "a") == .nothing)
  }

  @Test func `it is requested again if another caller has cleared the loader`() {
    var machine = machine { _ = $0.typed(TypedText(text: "b", number: 1), "b", isCached: true) }
    machine.clearRequested()
    #expect(machine.typed(TypedText(text: "b", number: 2), "b", isCached: false) == .wait)
  }

  @Test func `a key that is too short at the end of the debounce time clears`() {
    var machine = machine { _ = $0.typed(TypedText(text: "a", number: 1), "a", isCached: false) }
    #expect(machine.debounced(1, nil) == .clear)
  }

  @Test func `the same text with another key shows immediately`() {
    var machine = machine { _ = $0.typed(TypedText(text: "a", number: 1), "a1", isCached: false) }
    #expect(machine.typed(TypedText(text: "a", number: 2), "a2", isCached: false) == .show("a2"))
    #expect(machine.debounced(1, "a1") == .nothing)
  }

  @Test func `it ends when nothing waits and the input has ended`() {
    var machine = machine {
      _ = $0.typed(TypedText(text: "a", number: 1), "a", isCached: false)
      $0.ended()
    }
    #expect(!machine.isFinished)
    _ = machine.debounced(1, "a")
    #expect(machine.isFinished)
  }
}
