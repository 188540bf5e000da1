import Testing

@testable import ReactiveLoadable

/// The steps of a search, one by one.
@Suite struct `The core of a search (P8)` {
  typealias Fold = TypingFold<String>

  private func folded(_ steps: (inout Fold) -> Void) -> Fold {
    var fold = Fold()
    steps(&fold)
    return fold
  }

  @Test func `a text waits, and is searched after the debounce time`() {
    var fold = Fold()
    #expect(fold.typed("a", "a", .absent) == .wait(1))
    #expect(fold.rested(1, "a") == .show("a"))
    #expect(fold.rested(1, "a") == .nothing)
  }

  @Test func `an outdated text is ignored after its debounce time`() {
    var fold = folded {
      _ = $0.typed("a", "a", .absent)
      _ = $0.typed("ab", "ab", .absent)
    }
    #expect(fold.rested(1, "a") == .nothing)
    #expect(fold.rested(2, "ab") == .show("ab"))
  }

  @Test func `a text before empty text is ignored after its debounce time`() {
    var fold = folded { _ = $0.typed("a", "a", .absent) }
    #expect(fold.typed("", nil, .absent) == .clear)
    #expect(fold.rested(1, "a") == .nothing)
    #expect(fold.rested(2, nil) == .nothing)
  }

  @Test func `a cached list shows immediately`() {
    var fold = folded { _ = $0.typed("a", "a", .absent) }
    #expect(fold.typed("b", "b", .remembered) == .show("b"))
    #expect(fold.rested(1, "a") == .nothing)
    #expect(fold.rested(2, "b") == .nothing)
  }

  @Test func `the text that was requested last is not requested again`() {
    var fold = folded { _ = $0.typed("b", "b", .remembered) }
    #expect(fold.typed("a", "a", .absent) == .wait(2))
    #expect(fold.typed("b", "b", .remembered) == .nothing)
    #expect(fold.rested(2, "a") == .nothing)
  }

  @Test func `it is requested again if another caller has cleared the loader`() {
    var fold = folded { _ = $0.typed("b", "b", .remembered) }
    fold.forgetAsked()
    #expect(fold.typed("b", "b", .absent) == .wait(2))
  }

  @Test func `a key that is too short at the end of the debounce time clears`() {
    var fold = folded { _ = $0.typed("a", "a", .absent) }
    #expect(fold.rested(1, nil) == .clear)
  }

  @Test func `the same text with another key shows immediately`() {
    var fold = folded { _ = $0.typed("a", "a1", .absent) }
    #expect(fold.typed("a", "a2", .absent) == .show("a2"))
    #expect(fold.rested(1, "a1") == .nothing)
  }

  @Test func `it ends when nothing waits and the input has ended`() {
    var fold = folded {
      _ = $0.typed("a", "a", .absent)
      $0.ended()
    }
    #expect(!fold.isOver)
    _ = fold.rested(1, "a")
    #expect(fold.isOver)
  }
}
