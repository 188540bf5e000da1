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
      typing.accept(.typed("a"))
      onThreads(2) { id in
        typing.accept(id == 0 ? .typed("") : .debounced(TypedText(text: "a", number: 1)))
      }
      #expect(loader.state == .notRequested)
    }
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
