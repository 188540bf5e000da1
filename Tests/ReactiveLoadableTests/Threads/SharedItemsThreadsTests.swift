import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactivePaging

@Suite("Threads: shared items of lists under real threads", .serialized)
struct SharedItemsThreadsTests {
  /// An item with separate memory, so that a read after its release, or of an unwritten one, is
  /// found.
  private final class Token: Identifiable, Sendable {
    let name: String
    init(_ number: Int) { name = "an item that is not small: \(number)" }
  }

  @Test func `each thread that extends shared items has its own items, and nothing leaks`() {
    for round in 0..<50 * Stress.factor {
      let tokens = Log<Weak<Token>>()
      let held = BehaviorRelay<SharedItems<Token>?>(items(0..<(round % 5), tokens))
      grow(held, round, tokens)
      // A thread may live for a moment after its work, and retain its captures.
      held.accept(nil)
      #expect(tokens.entries.allSatisfy { $0.isReleased }, "round \(round)")
    }
  }

  private func grow(
    _ held: BehaviorRelay<SharedItems<Token>?>,
    _ round: Int,
    _ tokens: Log<Weak<Token>>
  ) {
    onThreads(4) { id in
      guard let base = held.value else { return }
      var random = SeededGenerator(UInt64(round * 10 + id))
      var (part, expected) = (base, base.elements.map(\.name))
      for step in 0..<40 {
        let first = id * 1_000 + step * 4
        let new = items(first..<(first + step % 4), tokens).elements
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          part = part.appending(new)
          expected += new.map(\.name)
        case 1:
          part = part.prepending(new)
          expected = new.map(\.name) + expected
        case 2:
          part = part.droppingFirst(step % 3)
          expected = Array(expected.dropFirst(step % 3))
        default:
          part = part.droppingLast(step % 3)
          expected = Array(expected.dropLast(step % 3))
        }
        if part.elements.map(\.name) != expected { Issue.record("round \(round), step \(step)") }
      }
    }
    #expect(held.value?.count == round % 5)
  }

  private func items(_ numbers: Range<Int>, _ tokens: Log<Weak<Token>>) -> SharedItems<Token> {
    SharedItems(
      numbers.map { number in
        let token = Token(number)
        tokens.note(Weak(token))
        return token
      }
    )
  }
}
