import CombineShim
import Dispatch
import LoadableTesting
import TestSupport
import Testing

@Suite struct LeftoverSubscriptionTests {
  private let gate = Gate()
  private let survivors = Survivors()

  @Test func `a subscription is named with its relay and the number of subscribers`() async {
    let query = BehaviorRelay("")
    let line = #line - 1
    let text = await leftover {
      await leftovers(grace: .zero) { survivors.keep(query.sink { _ in }) }
    }
    let relay = "BehaviorRelay<String> (LeftoverSubscriptionTests.swift:\(line))"
    #expect(text.hasPrefix("a subscription of \(relay) with 1 subscriber"))
  }

  @Test func `a subscription of states is named with their type and their loader`() async {
    let feed = SlowFeed()
    let text = await leftover {
      await leftovers(grace: .zero) { survivors.keep(feed.podcasts.states.sink { _ in }) }
    }
    let states = "Loadable<Array<String>, LoadError> states of Loader podcasts"
    #expect(text.hasPrefix("a subscription of \(states) with 1 subscriber"))
  }

  @Test(.needs(.taskCreation))
  func `a subscription that a task creates during the grace is a leftover`() async {
    let taps = PublishRelay<Int>()
    let text = await leftover {
      await leftovers(grace: .milliseconds(50)) {
        Task {
          await gate.wait()
          survivors.keep(taps.sink { _ in })
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { gate.open() }
      }
    }
    #expect(text.hasPrefix("a subscription of PublishRelay<Int> ("))
  }

  @Test func `a subscription through an operator is a leftover`() async {
    let taps = PublishRelay<Int>()
    let text = await leftover {
      await leftovers(grace: .zero) { survivors.keep(taps.map { $0 + 1 }.sink { _ in }) }
    }
    #expect(text.hasPrefix("a subscription of PublishRelay<Int> ("))
  }

  @Test(.needsImmediateTasks) func `a for await loop that waits is a leftover`() async {
    let taps = PublishRelay<Int>()
    let text = await leftover {
      await leftovers(grace: .zero) {
        startedImmediately { for await _ in taps.elements {} }
      }
    }
    #expect(text.hasPrefix("a subscription of PublishRelay<Int> ("))
  }

  @Test(.needsImmediateTasks) func `a for await loop that has ended is no leftover`() async {
    let taps = PublishRelay<Int>()
    await leftovers {
      let loop = startedImmediately { for await _ in taps.elements { break } }
      taps.accept(1)
      await loop.value
    }
  }

  @Test(.needsImmediateTasks) func `a cancelled loop is no leftover`() async {
    let taps = PublishRelay<Int>()
    await leftovers {
      startedImmediately { for await _ in taps.elements {} }.cancel()
    }
  }

  @Test func `cancelled and released subscriptions are no leftovers`() async {
    let query = BehaviorRelay("")
    await leftovers {
      let cancelled = query.sink { _ in }
      survivors.keep(cancelled)
      cancelled.cancel()
      _ = query.sink { _ in }
    }
  }

  @Test func `a subscription ends with its relay`() async {
    await leftovers { survivors.keep(BehaviorRelay("").sink { _ in }) }
  }

  @Test func `a subscription ends with the states of a released loader`() async {
    await leftovers {
      let feed = SlowFeed()
      survivors.keep(feed.podcasts.states)
      survivors.keep(feed.podcasts.states.sink { _ in })
    }
  }

  @Test func `a subscription of a thread belongs to the test that created the relay`() async {
    let text = await leftover {
      await leftovers(grace: .zero) {
        let query = BehaviorRelay("")
        survivors.keep(query)
        let survivors = survivors
        await onAThread { survivors.keep(query.sink { _ in }) }
      }
    }
    #expect(text.hasPrefix("a subscription of BehaviorRelay<String> ("))
  }

  @Test func `a subscription of a thread to an older relay belongs to no test`() async {
    let query = BehaviorRelay("")
    await leftovers {
      let survivors = survivors
      await onAThread { survivors.keep(query.sink { _ in }) }
    }
  }

  @Test func `ten lines are listed, and the rest is counted`() async throws {
    let feeds = (1...12).map { SlowFeed(gate, name: "feed \($0)") }
    let text = await failure {
      await leftovers(grace: .zero) {
        for feed in feeds { feed.reload() }
      }
    }
    let lines = text.split(separator: "\n\n")[0].split(separator: "\n")
    try #require(lines.count == 11)
    #expect(lines[0].hasPrefix(#"Still alive after the test: a load of "feed 1" ("swift")"#))
    #expect(lines[0].hasSuffix("; 11 more:"))
    #expect(lines[9].hasPrefix(#"  a load of "feed 10" ("swift")"#))
    #expect(lines[10] == "  … and 2 more")
    gate.open()
  }

  @Test func `10,000 equal subscriptions are one line`() async throws {
    let relays = (0..<12).map { _ in BehaviorRelay(0) }
    let text = await failure {
      await leftovers(grace: .zero) {
        for index in 0..<10_000 { survivors.keep(relays[min(index, 11)].sink { _ in }) }
      }
    }
    let lines = text.split(separator: "\n\n")[0].split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasSuffix("; 9999 more:"))
    // The relays have one line of code, and two numbers of subscribers.
    #expect(lines[1].hasPrefix("  10 × a subscription of BehaviorRelay<Int> ("))
    #expect(lines[2].hasPrefix("  9989 × a subscription of BehaviorRelay<Int> ("))
  }

  @Test func `a long name is cut`() async {
    let name = String(repeating: "long ", count: 10_000)
    let feed = SlowFeed(gate, name: name)
    let text = await leftover {
      await leftovers(grace: .zero) { feed.reload() }
    }
    #expect(text.count < 200)
    gate.open()
  }
}
