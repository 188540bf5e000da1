import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Many test stores (T10)` {
  @Test(arguments: 0..<200)
  func `200 run in parallel`(_ number: Int) {
    marbles { m in loadInSteps(m, "\(number)") }
  }

  @Test func `two in one run have separate steps`() {
    marbles { m in
      let words = m.cold("--a|")
      let left = m.testStore(Counter.State()) { Counter(onBegin: .see(words)) }
      let right = m.testStore(Counter.State()) { Counter(onBegin: .see(words)) }
      left.send(.begin)
      m.advance(by: .milliseconds(10))
      right.send(.begin)
      m.advance(by: .milliseconds(20))
      right.receive(.see("a"), at: .milliseconds(30)) { $0.seen = ["a"] }
      left.receive(.see("a"), at: .milliseconds(20)) { $0.seen = ["a"] }
    }
  }

  @Test func `exploring finds the order in which a step fails`() {
    let failures = failures {
      marbles(exploring: 100) { m in
        let store = m.testStore(Counter.State()) { Counter() }
        let plain = store.store
        for text in ["a", "b", "c"] { Task { plain.send(.see(text)) } }
        store.receive(.see("a")) { $0.seen = ["a"] }
        store.skipReceived()
      }
    }
    #expect(failures.map { $0.text.contains("receive(.see(\"a\"))") }.first == true)
    #expect(failures.first?.text.contains("marbles(replaying: ") == true)
  }
}

/// Also run under the thread sanitizer.
@Suite struct TestStoreThreadsTests {
  @Test func `many stores on many threads each have their own failures`() {
    let counts = Lock<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let failures = failures {
        marbles { m in
          loadInSteps(m, "\(number)")
          if number % 2 == 1 { m.testStore(Counter.State()) { Counter() }.send(.add(1)) }
        }
      }
      counts.withLock { $0[number] = failures.count }
    }
    #expect(counts.withLock { $0 }.allSatisfy { number, count in count == number % 2 })
  }
}

/// Loads, by steps; the response has a separate text.
private func loadInSteps(_ m: Marbles, _ text: String) {
  let answer = m.cold("--A|", ["A": text])
  let store = m.testStore(Library.State()) { Library { try await answer() } }
  store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
  m.advance(by: .milliseconds(20))
  store.receive(.books(.finished(.success(text))), at: .milliseconds(20)) {
    $0.books = LoadableState(text, of: "sea")
  }
}
