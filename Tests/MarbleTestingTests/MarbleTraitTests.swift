import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Arguments of `marbles` that traits set.
@Suite(.needs(.sleep), .marbles(allowing: .taskSleep)) struct MarbleTraitTests {
  @Test func `a suite allows sleeps for all of its tests`() {
    marbles { m in m.expect(ticks(1), "--(a|)") }
  }

  @Test(.marbles(allowing: [])) func `the trait of a test takes precedence over that of its suite`()
  {
    #expect(failures { marbles { m in m.expect(ticks(1), "--(a|)") } }.count == 1)
  }

  @Test func `an argument takes precedence over a trait`() {
    #expect(failures { marbles(allowing: []) { m in m.expect(ticks(1), "--(a|)") } }.count == 1)
  }

  @Test(.exploring(5)) func `a trait sets the number of explored orders`() {
    var runs = 0
    marbles { m in
      runs += 1
      m.expect(m.hot("-a"), "-a")
    }
    #expect(runs == 5)
  }

  @Test(.exploring(5)) func `an argument sets the number of explored orders`() {
    var runs = 0
    marbles(exploring: 2) { m in
      runs += 1
      m.expect(m.hot("-a"), "-a")
    }
    #expect(runs == 2)
  }

  @Test(.exploring(50)) func `traits of a suite and of a test combine`() {
    marbles { m in m.expect(ticks(2), "--a-(b|)") }
  }

  @Test(.exploring(20), arguments: ["a", "b"])
  func `traits apply to each case of a parameterized test`(_ name: String) {
    var runs = 0
    marbles(on: MainActor.shared) { m in
      runs += 1
      m.expect(m.hot("-\(name)"), "-\(name)")
    }
    #expect(runs == 20)
  }

  @Test(.exploring(100), .replaying("0:1")) func `a trait repeats an order once`() {
    let order = Log<String>()
    marbles { m in
      for name in ["a", "b"] { Task { order.note(name) } }
      m.expectCleanRun()
    }
    #expect(order.entries == ["b", "a"])
  }

  @Test(.replaying("0:1")) func `an argument takes precedence over a replayed order`() {
    let order = Log<String>()
    marbles(exploring: 1) { m in
      for name in ["a", "b"] { Task { order.note(name) } }
      m.expectCleanRun()
    }
    #expect(order.entries == ["a", "b"])
  }

  @Test(.exploring(0)) func `an invalid number of orders is reported`() {
    let failures = failures { marbles { _ in Issue.record("it ran") } }
    #expect(failures.map(\.text.firstLine) == ["0 is not a number of runs."])
  }

  @Test(.marbles(allowing: [])) func `defaults apply without a trait`() {
    let result = MarbleDefaults(allowing: .taskSleep, exploring: 3).apply {
      var runs = 0
      marbles { m in
        runs += 1
        m.expect(ticks(1), "--(a|)")
      }
      return runs
    }
    #expect(result == 3)
  }
}
