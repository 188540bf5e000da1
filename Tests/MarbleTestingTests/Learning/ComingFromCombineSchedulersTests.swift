import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

/// The code of the article; the side of combine-schedulers runs with a stand-in.
@Suite struct `Coming from combine-schedulers` {
  @Test func `a test scheduler advances to the end of a debounce`() {
    // combine-schedulers
    let scheduler = DispatchQueue.test
    let query = PassthroughSubject<String, Never>()
    var received: [String] = []
    let subscription = query.debounce(for: .milliseconds(30), scheduler: scheduler)
      .sink { received.append($0) }
    query.send("a")
    scheduler.advance(by: .milliseconds(20))
    query.send("b")
    scheduler.advance(by: .milliseconds(29))
    #expect(received == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(received == ["b"])
    subscription.cancel()
  }

  @Test func `a diagram draws the value after the debounce`() {
    marbles { m in
      let query = m.hot("a-b")
      let pauses = query.debounce(for: .milliseconds(30), scheduler: m.scheduler)
      m.expect(pauses, "-----b")
    }
  }

  @Test func `steps advance to the end of a debounce`() {
    marbles { m in
      let query = PassthroughSubject<String, Never>()
      var received: [String] = []
      m.keep(
        query.debounce(for: .milliseconds(30), scheduler: m.scheduler)
          .sink { received.append($0) }
      )
      query.send("a")
      m.advance(by: .milliseconds(20))
      query.send("b")
      m.advance(by: .milliseconds(29))
      #expect(received == [])
      m.advance(by: .milliseconds(1))
      #expect(received == ["b"])
    }
  }

  @Test func `a test scheduler runs all scheduled work`() {
    // combine-schedulers
    let scheduler = DispatchQueue.test
    var received: [Int] = []
    let subscription = [1, 2, 3].publisher
      .delay(for: .seconds(5), scheduler: scheduler)
      .sink { received.append($0) }
    scheduler.run()
    #expect(received == [1, 2, 3])
    subscription.cancel()
  }

  @Test func `a run ends after all scheduled work`() {
    marbles(frame: .seconds(1)) { m in
      let numbers = [1, 2, 3].publisher.delay(for: .seconds(5), scheduler: m.scheduler)
      m.expect(numbers, "-----(123|)")
    }
  }

  @Test func `a task between two operators runs at its instant`() {
    marbles { m in
      let load = m.cold("--x|")
      let query = m.hot("-a")
      let answers = query.flatMap { _ in
        Future<String, Never> { promise in
          let promise = Unchecked(promise)
          Task { promise.value(.success(try await load())) }
        }
      }
      m.expect(answers.delay(for: .milliseconds(10), scheduler: m.scheduler), "----x")
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("ComingFromCombineSchedulers", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (6, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
