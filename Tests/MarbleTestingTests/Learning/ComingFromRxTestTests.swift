import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The code of the article; the side of RxTest runs with a stand-in.
extension RxTest {
  @Suite struct `Coming from RxTest` {
    @Test func `RxTest records the times of a debounce`() {
      // RxTest
      let scheduler = TestScheduler(initialClock: 0)
      let query = scheduler.createHotObservable([
        .next(210, "a"), .next(220, "b"), .completed(260),
      ])
      let result = scheduler.start { query.debounce(.seconds(30), scheduler: scheduler) }
      #expect(result.events == [.next(250, "b"), .completed(260)])
    }

    @Test func `a diagram draws the same debounce`() {
      marbles { m in
        let query = m.hot("-ab---|")
        let pauses = query.debounce(for: .milliseconds(30), scheduler: m.scheduler)
        m.expect(pauses, "-----b|")
      }
    }

    @Test func `RxTest records subscriptions as times`() {
      // RxTest
      let scheduler = TestScheduler(initialClock: 0)
      let query = scheduler.createHotObservable([.next(210, "a"), .next(230, "b")])
      let answer = scheduler.createColdObservable([.next(30, "x"), .completed(30)])
      let result = scheduler.start { query.flatMapLatest { _ in answer } }
      #expect(result.events == [.next(260, "x")])
      #expect(answer.subscriptions == [Subscription(210, 230), Subscription(230, 260)])
    }

    @Test func `diagrams draw the same subscriptions`() {
      marbles { m in
        let query = m.hot("-a-b")
        let answer = m.cold("---(x|)")
        m.expect(query.map { _ in answer }.switchToLatest(), "------x")
        m.expectSubscriptions(answer, ["-^-!", "---^--!"])
      }
    }

    @Test func `RxTest schedules a call of a model`() {
      let player = RxPlayer()
      // RxTest
      let scheduler = TestScheduler(initialClock: 0)
      let titles = scheduler.createObserver(String.self)
      let subscription = player.titles.subscribe(titles)
      scheduler.scheduleAt(10) { player.play("intro") }
      scheduler.start()
      subscription.dispose()
      #expect(titles.events == [.next(0, "idle"), .next(10, "intro")])
    }

    @Test func `a run schedules the same call`() {
      marbles { m in
        let player = m.keep(Player())
        m.at(.milliseconds(10)) { player.play("intro") }
        m.expect(player.titles, "'idle' 'intro'")
      }
    }

    @Test func `every line of the article is compiled here`() throws {
      let article = try ArticleCode("ComingFromRxTest", of: "MarbleTesting")
      #expect((article.blocks.count, article.others) == (6, 0))
      #expect(try article.lines(missingIn: #filePath) == [])
    }
  }

  private final class RxPlayer {
    let titles = BehaviorSubject(value: "idle")
    func play(_ title: String) { titles.onNext(title) }
  }

  private final class Player {
    let titles = CurrentValueSubject<String, Never>("idle")
    func play(_ title: String) { titles.send(title) }
  }
}
