import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `The end of a search (P8.6)` {
  @Test func `a search ends with its loader, even if loads and texts ignore cancellation`() async {
    let gate = Gate()
    let keys = Log<String>()
    let text = BehaviorRelay("")
    let owned = Owned(
      RowLoader(failure: { _ in .second }) { _ async throws(SampleError) -> RowPage in
        await gate.wait()
        throw .first
      }
    )
    owned.object?.search(on: text, debounce: .zero) { text in
      keys.note(text)
      return text
    }
    text.accept("a")
    await gate.waiterArrived()
    owned.object = nil
    let count = keys.entries.count
    text.accept("b")
    #expect(keys.entries.count == count)
    gate.open()
  }

  @Test(.needsImmediateTasks)
  func `texts that ignore cancellation are abandoned when the loader is released`() async {
    let (texts, left) = (PublishRelay<String>(), Gate())
    let owned = Owned(
      RowLoader(failure: { _ in .second }) { _ async throws(SampleError) -> RowPage in
        throw .first
      }
    )
    owned.object?.search(on: UncancellableSequence(left: left, relay: texts))
    owned.object = nil
    texts.accept("a")
    await left.wait()
  }
}
