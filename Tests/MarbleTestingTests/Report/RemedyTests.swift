import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

/// The last paragraph on an invalid diagram is the remedy for its mistake, and no other.
@Suite struct RemedyTests {
  @Test(
    arguments: [
      ("-a)", "Write `(` before the first signal of the frame, or the value as `')'`."),
      ("-a-(b-c)", "Signals in parentheses share one frame. Close them before the `-`: `(ab)-`."),
      ("-(a(b))", "Write all signals of one frame in one pair of parentheses."),
      ("-()", "Write `-` for a frame without signals."),
      ("-(ab", "Write `)` after the last signal of the frame, or a value `(` as `'('`."),
      ("-a|-b", "Only `-` follows the end. Write it after all other signals, or a value as `'|'`."),
      ("(a|b)", "Only `-` follows the end. Write it after all other signals, or a value as `'|'`."),
      ("a#-b", "Only `-` follows the end. Write it after all other signals, or a value as `'#'`."),
      ("-#off", "Write an error of several characters in quotes: `#'off'`."),
      ("(a#off)", "Write an error of several characters in quotes: `#'off'`."),
      ("\u{301}", "Write the mark after its letter, in the same frame."),
      ("a'bc", "Close the quotes after the name. A quote in a name is written twice: `'it''s'`."),
      ("a/b", "Write the value as `'/'`, or a comment as `/* … */`."),
      ("a/* b", "Write `*/` after the comment."),
      ("a 10ms-b", "Did you mean ' 10ms '? A time has spaces on both sides."),
      (
        "a 1234567890s b",
        "Write several shorter times, or a value of several characters in quotes."
      ),
      (
        "^a",
        "The test starts subscriptions to inputs: use `m.expectSubscriptions`, or a value `'^'`."
      ),
      (
        "a!",
        "The test ends subscriptions to inputs: use `m.expectSubscriptions`, or a value `'!'`."
      ),
      ("a#", "Pass the error of `#` as `failure:`, end with `|`, or write a value as `'#'`."),
      ("a#x", #"Pass the error by its name: `failures: ["x": …]`. Write a value as `'#'`."#),
    ]
  )
  func `a mistake in an input has its remedy`(_ diagram: String, _ remedy: String) {
    #expect(lastParagraph { _ = $0.hot(diagram) } == remedy)
  }

  @Test(
    arguments: [
      ("a!-b", "`!` cancels the observation, so it is last. Write a value as `'!'`."),
      ("a-^", "`^` starts the observation, so it is first. Write a value as `'^'`."),
      ("a#x", #"Pass the error by its name: `failures: ["x": …]`, or remove the name."#),
    ]
  )
  func `a mistake in an expected diagram has its remedy`(_ diagram: String, _ remedy: String) {
    #expect(lastParagraph { $0.expect(Just("a"), diagram) } == remedy)
  }

  @Test(
    arguments: [
      ("^--#", "Every end of a subscription is written `!`."),
      ("^--|", "Every end of a subscription is written `!`."),
      ("^#x", "Every end of a subscription is written `!`."),
      ("^!|", "A subscription has one end. Write each subscription as a separate diagram."),
      ("^-^", "Write each subscription as a separate diagram."),
      ("^-!^", "Write each subscription as a separate diagram."),
      ("^-!!", "A subscription has one end. Write each subscription as a separate diagram."),
      ("-!", "Write `^` in the frame of the subscription."),
      ("|", "Write `^` in the frame of the subscription."),
      ("---", "Write `^` in the frame of the subscription, or `[]` for none."),
      ("^a", "Expect values with `m.expect`; `^`, `!`, `-` and times are enough here."),
    ]
  )
  func `a mistake in a subscription has its remedy`(_ diagram: String, _ remedy: String) {
    #expect(lastParagraph { $0.expectSubscriptions($0.cold("x"), [diagram]) } == remedy)
  }

  @Test func `a mistake in a diagram without a completion has its remedy`() {
    let end = "Remove it, or write a value as `'|'`."
    #expect(lastParagraph { $0.hot("a|") { _ in } } == end)
    #expect(
      lastParagraph { $0.expect(reading: { "a" }, "a!") } == "Remove it, or write a value as `'!'`."
    )
    #expect(lastParagraph { $0.hot("a#x") { _ in } } == "Remove it, or write a value as `'#x'`.")
  }

  @Test func `a failure without an error has its remedy`() {
    let errors = ["x": Offline()]
    #expect(lastParagraph { _ = $0.hot("#", failures: errors) } == "Write a name after the `#`.")
    #expect(
      lastParagraph { _ = $0.hot("#y", failures: errors) }
        == "Add 'y' to `failures:`, or correct the name."
    )
  }

  @Test func `a part of the run has its remedy`() {
    let part = MarbleCheck.from(.milliseconds(20), to: .milliseconds(40))
    #expect(
      lastParagraph { $0.expect(Just("a"), "a", checking: part) }
        == "Draw only the events of the part, or compare another part."
    )
    #expect(
      lastParagraph { $0.expect(Just("a"), "-", checking: .drawn) }
        == "Draw an event, or compare everything."
    )
    let empty = MarbleCheck.from(.milliseconds(20), to: .milliseconds(20))
    #expect(
      lastParagraph { $0.expect(Just("a"), "a", checking: empty) }
        == "Pass an end after the start: `.from(start, to: end)`."
    )
  }

  /// The last paragraph of the first failure.
  private func lastParagraph(_ body: @escaping @Sendable (Marbles) -> Void) -> String {
    failures { marbles { m in body(m) } }.first?.text.components(separatedBy: "\n\n").last ?? ""
  }
}
