import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Actions at the end of a run are clean-up: they are not recorded, and retain nothing.
@Suite struct EndOfRunTests {
  @Test func `a subscription that the end of the run cancels has no end mark`() {
    marbles { m in
      let load = m.cold("-a"), words = m.cold("-b")
      m.expect(load, "-a")
      m.expect(words.elements, "-b")
      m.expectSubscriptions(load, ["^"])
      m.expectSubscriptions(words, ["^"])
    }
  }

  @Test func `cancellations at the end of the run are not recorded`() {
    marbles { m in
      let log = PassthroughSubject<String, Never>(), words = m.hot("-a")
      m.expect(words.handleEvents(receiveCancel: { log.send("cancelled") }), "-a")
      m.expect(log, "--")
    }
  }

  @Test func `a subscription that starts at the end of the run is not checked`() {
    marbles { m in
      let save = m.cold("a|"), words = m.hot("-a")
      m.expect(words.handleEvents(receiveCancel: { save.sink { _ in }.cancel() }), "-a")
      m.expectSubscriptions(save, [])
    }
  }

  @Test func `a deinit at the end of the run may still call an input`() {
    marbles { m in
      m.expectCleanRun()
      m.keep(AtEnd { m.keep(1) })
    }
  }

  @Test func `a held task is cancelled at the end`() {
    marbles { m in
      let words = m.hot("-a"), clock = m.clock
      let elements = words.elements
      m.keep(Task { for await _ in elements {} })
      let late = m.keep(Task { try await clock.sleep(for: .milliseconds(20)) })
      m.at(.milliseconds(30)) { #expect(!late.isCancelled) }
    }
  }

  @Test func `a load that starts at the end and never ends is a leftover`() {
    let failures = failures {
      marbles { m in
        let save = m.cold("-----a")
        let saving = Unchecked(save)
        m.keep(AtEnd { Task { try await saving.value() } })
      }
    }
    #expect(failures.map { $0.text.contains("a subscription to save") } == [true])
  }

  @Test func `an expectation retains nothing after the run`() {
    marbles(until: .milliseconds(50)) { m in
      let poller = m.keep(Poller(m.clock))
      m.expect(poller.ticks, "--0-1-", where: { name, tick in poller.isNamed(name, tick) })
    }
    marbles(until: .milliseconds(50)) { m in
      let poller = m.keep(Poller(m.clock))
      m.expect(poller.ticks, "--0-1-", MarbleValues { poller.number(of: $0) })
    }
  }

  @Test func `the tables of inputs retain nothing after the run`() {
    marbles(until: .milliseconds(50)) { m in
      let load = m.cold("-p|", ["p": Poller(m.clock)])
      m.expect(load, "-p|", where: { _, _ in true })
      let answers = m.responses(to: [1: "-p|"], ["p": Poller(m.clock)])
      m.expect(answers[1], "-p|", where: { _, _ in true })
    }
  }

  @Test func `a deinit at the end of the run may hold another object`() {
    let seen = Witness()
    marbles { m in
      m.expectCleanRun()
      let last = { [m] in withExtendedLifetime(m) { seen.see() } }
      m.keep(AtEnd { m.keep(AtEnd { m.keep(AtEnd(last)) }) })
    }
    #expect(seen.hasSeen)
  }

  @Test func `a recorded value is not retained after the run`() {
    marbles(until: .milliseconds(50)) { m in
      let poller = Poller(m.clock)
      m.expect(Just(poller), "(a|)", where: { _, _ in true })
    }
  }

  @Test func `inputs that are longer than the run retain nothing after it`() {
    marbles(until: .milliseconds(50)) { m in
      m.expectCleanRun()
      let poller = m.keep(Poller(m.clock))
      m.hot("-a-b-c-d-e-f") { _ in poller.poke() }
    }
  }

  @Test func `a deinit at the end of the run cannot advance time`() {
    let failures = failures {
      marbles { m in m.keep(AtEnd { m.advance(by: .seconds(1)) }) }
    }
    #expect(failures.map(\.text.firstLine) == ["m.advance was called while time was running."])
  }

  @Test func `a call to an ended run is reported`() throws {
    var over: Marbles?, input: MarbleHot<String, Never>?
    marbles { m in
      m.expectCleanRun()
      over = m
      input = m.hot("-a|")
    }
    let m = try #require(over), words = try #require(input)
    let failures = failures {
      m.expect(words, "-b|")
      m.at(.zero) {}
      m.advance(by: .seconds(1))
      _ = m.cold("-a|")
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "m.expect was called after the run had ended.",
        "m.at was called after the run had ended.",
        "m.advance was called after the run.",
        "m.cold was called after the run had ended.",
      ]
    )
  }
}

/// A timer that ticks every 20 ms until its release.
private final class Poller: Equatable {
  let ticks = PassthroughSubject<Int, Never>()
  private let task: Task<Void, Never>

  init(_ clock: MarbleClock) {
    let ticks = Unchecked(ticks)
    task = Task {
      for number in 0... {
        do { try await clock.sleep(for: .milliseconds(20)) } catch { return }
        ticks.value.send(number)
      }
    }
  }

  deinit { task.cancel() }

  func isNamed(_ name: String, _ tick: Int) -> Bool { name == "\(tick)" }
  func number(of name: String) -> Int? { Int(name) }
  func poke() {}

  static func == (one: Poller, other: Poller) -> Bool { one === other }
}
