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
      let (typing, _) = loader.storage.startTyping(configuration, HandClock())
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

  @Test(.needsImmediateTasks)
  func `a value wins over a load before it, while the loader starts to read (L15)`() async {
    for _ in 0..<300 * Stress.factor {
      let (tapped, loader) = (PublishRelay<String>(), Loader { (text: String) in text })
      let elements = tapped.elements
      let loaded = Task { await loader.states.elements.first { $0.value == "y" } }
      onThreads(2) { id in
        if id == 0 {
          loader.load(on: elements)
        } else {
          loader.load("x")
          tapped.accept("y")
        }
      }
      #expect(await loaded.value != nil)
    }
  }

  /// A loader that is released while another thread passes an event to its gate.
  @Test func `the release of a gated loader returns (L6)`() async {
    for round in 0..<2_000 * Stress.factor {
      let (chosen, gate) = (PublishRelay<String>(), BehaviorRelay(true))
      // Only the first thread uses it.
      nonisolated(unsafe) let loader = Owned(Loader { (text: String) in text })
      let states = loader.object?.states.elements
      loader.object?.load(on: chosen.elements.gated(by: gate.elements))
      onThreads(2) { id in
        if id == 0 {
          loader.object = nil
        } else if round.isMultiple(of: 2) {
          chosen.accept("a")
        } else {
          gate.accept(false)
        }
      }
      if let states { for await _ in states {} }
    }
  }

  /// Types a text, and returns a function that ends its debounce time.
  private func typing(_ storage: some SearchableStorage<String>) -> @Sendable () -> Void {
    let configuration = SearchConfiguration<String>(.seconds(60), 1) { $0 }
    let (typing, _) = storage.startTyping(configuration, HandClock())
    let text = TypedText(text: "a", number: storage.nextRequestNumber())
    typing.accept(.typed(text))
    return { typing.accept(.debounced(text)) }
  }

  @Test(.needsImmediateTasks, arguments: [2, 4, 8])
  func `the last typed text is shown, whichever threads typed before`(threads: Int) {
    let (text, loader) = (BehaviorRelay(""), loader())
    loader.search(on: text, debounce: .zero)
    onThreads(threads) { id in
      var random = SeededGenerator(UInt64(id))
      for _ in 0..<400 * Stress.factor / threads {
        text.accept(["", "a", " ab "][random.below(3)])
      }
    }
    text.accept("b")
    #expect(loader.state.value?.key == "b")
    text.accept("")
    #expect(loader.state == .notRequested)
  }
}
