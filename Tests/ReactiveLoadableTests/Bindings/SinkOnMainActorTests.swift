import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Values on the main actor (V1, V2, V3, V4)` {
  @Test(.needsImmediateTasks)
  func `a value sent on the main actor is received within the call`() {
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      checkAtOnce()
    }
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a value sent on the real main actor is received within the call`() { checkAtOnce() }

  @Test(.needsImmediateTasks) @MainActor
  func `a value sent in a task of the main actor is received within the call`() async {
    await Task { checkAtOnce() }.value
  }

  @MainActor private func checkAtOnce() {
    let (relay, screen) = (BehaviorRelay("a"), Screen())
    screen.watch(relay)
    #expect(screen.shown == ["a"])
    relay.accept("b")
    #expect(screen.shown == ["a", "b"])
  }

  @Test func `a value sent on another thread is received after one hop, in the same instant`() {
    marbles { m in
      let (relay, shown) = (BehaviorRelay("n"), BehaviorRelay("-"))
      m.keep(relay.sinkOnMainActor { shown.accept($0) })
      #expect(shown.value == "-")
      m.hot("-a-(bc)") { value in
        let before = shown.value
        relay.accept(value)
        #expect(shown.value == before)
      }
      m.expect(shown, "(zn)a-(bc)", ["z": "-", "n": "n", "a": "a", "b": "b", "c": "c"])
    }
  }

  @Test func `one hop delivers all waiting values`() {
    marbles { m in
      let (relay, log) = (PublishRelay<Int>(), Log<String>())
      m.keep(relay.sinkOnMainActor { log.note("\($0)") })
      m.at(.milliseconds(10)) {
        relay.accept(1)
        Task { @MainActor in log.note("another task") }
        relay.accept(2)
        relay.accept(3)
      }
      m.at(.milliseconds(20)) { #expect(log.entries == ["1", "2", "3", "another task"]) }
    }
  }

  @Test func `a value sent on the main actor is queued behind waiting ones`() {
    marbles(on: MainActor.shared) { m in
      let subject = PassthroughSubject<Int, Never>()
      let screen = m.keep(Screen())
      screen.subscription = subject.map(String.init).sinkOnMainActor { screen.note($0) }
      m.keep(Task { await elsewhere(send: 1, to: Carried(subject)) { subject.send(2) } })
      m.at(.milliseconds(10)) { #expect(screen.shown == ["1", "2"]) }
    }
  }

  /// Sends a value off the main actor, and returns to it before the delivery.
  @concurrent private func elsewhere(
    send value: Int,
    to carried: Carried,
    then: @MainActor () -> Void
  ) async {
    carried.subject.send(value)
    await then()
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a value that the closure causes is received after it`() {
    let (subject, screen) = (PassthroughSubject<Int, Never>(), Screen())
    screen.subscription = subject.sinkOnMainActor { number in
      screen.note("\(number) starts")
      if number < 3 { subject.send(number + 1) }
      screen.note("\(number) ends")
    }
    subject.send(1)
    #expect(
      screen.shown
        == ["1 starts", "1 ends", "2 starts", "2 ends", "3 starts", "3 ends"]
    )
  }

  @Test(.needsImmediateTasks) func `an endless chain of values does not starve the main actor`() {
    marbles(on: MainActor.shared) { m in
      let (subject, screen) = (PassthroughSubject<Int, Never>(), m.keep(Screen()))
      screen.subscription = subject.sinkOnMainActor { number in
        screen.note("\(number)")
        if number < 250 { subject.send(number + 1) }
      }
      subject.send(1)
      #expect(screen.shown == (1...100).map(String.init))
      m.at(.milliseconds(10)) { #expect(screen.shown == (1...250).map(String.init)) }
    }
  }

  @Test(.needsImmediateTasks) @MainActor func `a cancel within the closure ends the delivery`() {
    let (relay, screen) = (PublishRelay<String>(), Screen())
    screen.subscription = relay.sinkOnMainActor { value in
      relay.accept("behind")
      screen.note(value)
      screen.subscription = nil
    }
    relay.accept("a")
    relay.accept("b")
    #expect(screen.shown == ["a"])
  }

  @Test @MainActor func `the closure is released with the subscription`() {
    let relay = PublishRelay<Int>()
    weak var held: Screen?
    do {
      let screen = Screen()
      held = screen
      let subscription = relay.sinkOnMainActor { _ in screen.note("") }
      subscription.cancel()
    }
    #expect(held == nil)
  }

  @Test(.needsImmediateTasks) @MainActor
  func `values outlive their publisher, and a long queue is delivered in one hop`() {
    let screen = Screen()
    screen.subscription = (0..<99).publisher.sinkOnMainActor { screen.note("\($0)") }
    #expect(screen.shown == (0..<99).map(String.init))
  }
}

/// The values that a screen has received.
@MainActor private final class Screen {
  private(set) var shown: [String] = []
  var subscription: AnyCancellable?

  func note(_ text: String) { shown.append(text) }

  func watch(_ relay: BehaviorRelay<String>) {
    subscription = relay.sinkOnMainActor { [weak self] in self?.note($0) }
  }
}

/// Makes a subject of a library without `Sendable` sendable.
private struct Carried: @unchecked Sendable {
  // SAFETY: its users take turns, and OpenCombine's subjects have locks.
  let subject: PassthroughSubject<Int, Never>
  init(_ subject: PassthroughSubject<Int, Never>) { self.subject = subject }
}
