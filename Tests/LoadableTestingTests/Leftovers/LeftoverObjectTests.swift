import LoadableTesting
import TestSupport
import Testing

/// Objects that a test expects to be released (E8).
@Suite struct LeftoverObjectTests {
  private let gate = Gate()
  private let survivors = Survivors()
  private let query = BehaviorRelay("")

  @Test func `an object that is still alive is named with its type and the line of its call`() async
  {
    let text = await leftover {
      await leftovers(grace: .zero) {
        let feed = SlowFeed()
        expectRelease(of: feed)
        survivors.keep(feed)
      }
    }
    let line = #line - 4
    #expect(text == "SlowFeed, which was to be released (LeftoverObjectTests.swift:\(line)).")
  }

  @Test func `an object that an ended task returned is no leftover`() async {
    await leftovers {
      let feed = await Task { SlowFeed() }.value
      expectRelease(of: feed)
    }
  }

  @Test func `a release that is expected outside a check is an issue`() async {
    let text = await failure { expectRelease(of: SlowFeed()) }
    #expect(text.hasPrefix("`expectRelease` was called outside a leftover check"))
  }

  @Test func `a release that is expected after the end of its check is an issue`() async throws {
    let (opened, ended) = (Gate(), Gate())
    let text = await failure {
      await leftovers(grace: .zero, ignoring: "a task") {
        let task = Task {
          await opened.wait()
          expectRelease(of: SlowFeed())
          ended.open()
        }
        survivors.keep(task)
      }
      opened.open()
      await ended.wait()
    }
    #expect(text.hasPrefix("`expectRelease` was called outside a leftover check"))
  }

  @Test func `an object is the first leftover, and its subscription follows`() async throws {
    let text = await failure {
      await leftovers(grace: .zero) {
        let feed = SlowFeed()
        survivors.keep(feed.podcasts.states.sink { _ in })
        survivors.keep(feed)
        expectRelease(of: feed)
      }
    }
    let lines = text.split(separator: "\n")
    try #require(lines.count > 1)
    #expect(lines[0].hasPrefix("Still alive after the test: SlowFeed, which was to be released ("))
    #expect(lines[0].hasSuffix("); 1 more:"))
    #expect(lines[1].hasPrefix("  a subscription of "))
  }

  @Test func `the causes and the remedy are those of the first leftover`() async {
    let object = await failure {
      await leftovers(grace: .zero) {
        let feed = SlowFeed()
        survivors.keep(feed)
        expectRelease(of: feed)
      }
    }
    #expect(object.contains("\nPossible causes: a closure that the object stores captures it; "))
    #expect(
      object.contains("\nCapture it weakly, or cancel what captures it, before the test ends.")
    )
    let subscription = await failure {
      await leftovers(grace: .zero) { survivors.keep(query.sink { _ in }) }
    }
    #expect(subscription.contains("\nPossible causes: it is never cancelled; a reference cycle "))
    #expect(subscription.contains("\nCancel it, or release its owner, before the test ends."))
  }

  @Test(.needs(.taskCreation)) func `a task is listed with the object that it may retain`() async {
    let text = await failure {
      await leftovers(grace: .zero) {
        let feed = SlowFeed(gate)
        expectRelease(of: feed)
        Task {
          await gate.wait()
          withExtendedLifetime(feed) {}
        }
      }
    }
    #expect(text.hasPrefix("Still alive after the test: SlowFeed, which was to be released ("))
    #expect(text.contains("; 1 more:\n  a task"))
    gate.open()
  }
}
