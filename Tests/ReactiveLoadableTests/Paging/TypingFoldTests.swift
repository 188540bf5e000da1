import Testing

@testable import ReactiveLoadable

/// The steps of what is typed, one by one.
@Suite struct `What becomes of what is typed (P8)` {
  typealias Fold = TypingFold<String>

  private func folded(_ steps: (inout Fold) -> Void) -> Fold {
    var fold = Fold()
    steps(&fold)
    return fold
  }

  @Test func `a text waits, and shows when it has rested`() {
    var fold = Fold()
    #expect(fold.typed("a", "a", .absent) == .wait(1))
    #expect(fold.rested(1, "a") == .show("a"))
    #expect(fold.rested(1, "a") == .nothing)
  }

  @Test func `an outdated text that has rested is nothing`() {
    var fold = folded {
      _ = $0.typed("a", "a", .absent)
      _ = $0.typed("ab", "ab", .absent)
    }
    #expect(fold.rested(1, "a") == .nothing)
    #expect(fold.rested(2, "ab") == .show("ab"))
  }

  @Test func `nor is one before an empty box`() {
    var fold = folded { _ = $0.typed("a", "a", .absent) }
    #expect(fold.typed("", nil, .absent) == .clear)
    #expect(fold.rested(1, "a") == .nothing)
    #expect(fold.rested(2, nil) == .nothing)
  }

  @Test func `a remembered list shows at once`() {
    var fold = folded { _ = $0.typed("a", "a", .absent) }
    #expect(fold.typed("b", "b", .remembered) == .show("b"))
    #expect(fold.rested(1, "a") == .nothing)
    #expect(fold.rested(2, "b") == .nothing)
  }

  @Test func `the text that was asked for last is nothing new`() {
    var fold = folded { _ = $0.typed("b", "b", .remembered) }
    #expect(fold.typed("a", "a", .absent) == .wait(2))
    #expect(fold.typed("b", "b", .remembered) == .nothing)
    #expect(fold.rested(2, "a") == .nothing)
  }

  @Test func `unless somebody else has cleared the loader`() {
    var fold = folded { _ = $0.typed("b", "b", .remembered) }
    fold.forgetAsked()
    #expect(fold.typed("b", "b", .absent) == .wait(2))
  }

  @Test func `a key that has become too short when it has rested clears`() {
    var fold = folded { _ = $0.typed("a", "a", .absent) }
    #expect(fold.rested(1, nil) == .clear)
  }

  @Test func `the same text with another key shows at once`() {
    var fold = folded { _ = $0.typed("a", "a1", .absent) }
    #expect(fold.typed("a", "a2", .absent) == .show("a2"))
    #expect(fold.rested(1, "a1") == .nothing)
  }

  @Test func `it is over when nothing waits and nothing is typed any more`() {
    var fold = folded {
      _ = $0.typed("a", "a", .absent)
      $0.ended()
    }
    #expect(!fold.isOver)
    _ = fold.rested(1, "a")
    #expect(fold.isOver)
  }
}
