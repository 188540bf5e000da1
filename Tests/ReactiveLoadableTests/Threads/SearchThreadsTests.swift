import Foundation
import TestSupport
import Testing

@testable import ReactiveLoadable

@Suite("Threads: typing under real threads (P8)", .serialized) struct SearchThreadsTests {
  private func loader() -> RowLoader {
    RowLoader(failure: { _ in .second }) { _ async throws(SampleError) in
      RowPage([1], next: nil)
    }
  }

  @Test func `empty text wins over a text whose debounce time ends on another thread`() {
    for _ in 0..<300 * Stress.factor {
      let loader = loader()
      let configuration = SearchConfiguration<String>(.seconds(60), 1) { $0 }
      let typing = loader.storage.startTyping(configuration, HandClock())
      typing.accept(.typed(TypedText(text: "a", number: 1)))
      onThreads(2) { id in
        typing.accept(
          id == 0
            ? .typed(TypedText(text: "", number: 2))
            : .debounced(TypedText(text: "a", number: 1))
        )
      }
      #expect(loader.state == .notRequested)
    }
  }

  @Test(.needsImmediateTasks)
  func `a load wins over a text whose debounce time ends on another thread (L15)`() {
    for _ in 0..<300 * Stress.factor {
      let (list, value) = (loader(), Loader { (text: String) in text })
      let typing = typing(list.storage)
      onThreads(2) { id in
        if id == 0 { list.load("x") } else { typing() }
      }
      #expect(list.state.value?.key == "x")
      let typingValue = self.typing(value.storage)
      onThreads(2) { id in
        if id == 0 { value.load("x") } else { typingValue() }
      }
      #expect(value.state.value == "x")
    }
  }

  /// Types a text, and returns a function that ends its debounce time.
  private func typing(_ storage: some SearchableStorage<String>) -> @Sendable () -> Void {
    let configuration = SearchConfiguration<String>(.seconds(60), 1) { $0 }
    let typing = storage.startTyping(configuration, HandClock())
    let text = TypedText(text: "a", number: storage.nextRequestNumber())
    typing.accept(.typed(text))
    return { typing.accept(.debounced(text)) }
  }

  @Test(.needsImmediateTasks, arguments: [2, 4, 8])
  func `the last typed text is shown, whichever threads typed before`(threads: Int) {
    let (text, loader) = (BehaviorRelay(""), loader())
    loader.search(on: text, debounce: .zero)
    onThreads(threads) { id in
      var dice = Dice(seed: id)
      for _ in 0..<400 * Stress.factor / threads { text.accept(["", "a", " ab "][dice.roll(3)]) }
    }
    text.accept("b")
    #expect(loader.state.value?.key == "b")
    text.accept("")
    #expect(loader.state == .notRequested)
  }
}
