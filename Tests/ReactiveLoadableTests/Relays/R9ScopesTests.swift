import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveRelays

/// Some subscribers of a relay finish before the relay does, as those of one interest in a key.
@Suite struct `Scopes of a relay (R9, C1)` {
  private let relay = BehaviorRelay(1)

  private func subscribe(_ scope: RelayScope?, _ seen: Log<String>) -> AnyCancellable {
    RelaySource(relay.core, in: scope).subscribe({ seen.note("\($0)") }, finish: { seen.note("|") })
  }

  @Test func `the subscribers of a scope finish in order, and the others continue`() {
    let (scope, seen) = (RelayScope(), Log<String>())
    let other = relay.sink { seen.note("other \($0)") }
    let all = (0..<70).map { number in
      RelaySource(relay.core, in: scope).subscribe(
        { _ in },
        finish: { seen.note("\(number)") }
      )
    }
    all[3].cancel()
    relay.core.finish(scope, isVisible: false)
    relay.accept(2)
    let numbers = (0..<70).filter { $0 != 3 }.map { "\($0)" }
    #expect(seen.entries == ["other 1"] + numbers + ["other 2"])
    #expect(relay.core.withState { $0.liveCount } == 1)
    withExtendedLifetime(other) {}
  }

  @Test func `a later subscriber receives the last value of the scope and the completion`() {
    let (scope, seen) = (RelayScope(), Log<String>())
    let view = ReadOnlyRelay(RelaySource(relay.core, in: scope))
    relay.core.finish(scope, isVisible: true)
    relay.accept(2)
    #expect(view.value == 1)
    let subscription = subscribe(scope, seen)
    #expect(seen.entries == ["1", "|"])
    let subscriber = DemandingSubscriber<Int>()
    view.subscribe(subscriber)
    subscriber.request(.unlimited)
    #expect(subscriber.entries == [1])
    #expect(subscriber.isFinished)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a scope that ends in a delivery finishes after it, without the queued values`() {
    let (scope, seen) = (RelayScope(), Log<String>())
    let first = relay.sink { [relay] in
      if $0 == 2 {
        relay.accept(3)
        relay.core.finish(scope, isVisible: false)
        relay.accept(4)
      }
    }
    let subscription = subscribe(scope, seen)
    let own = RelaySource(relay.core, in: scope).subscribe { [relay] in
      if $0 == 2 { relay.core.finish(scope, isVisible: false) }
      seen.note("own \($0)")
    }
    relay.accept(2)
    #expect(seen.entries == ["1", "own 1", "|"])
    #expect(relay.core.withState { $0.liveCount } == 1)
    withExtendedLifetime((first, subscription, own)) {}
  }

  @Test func `a subscriber without demand receives the value of the end before the completion`() {
    let (scope, subscriber) = (RelayScope(), DemandingSubscriber<Int>())
    ReadOnlyRelay(RelaySource(relay.core, in: scope)).subscribe(subscriber)
    relay.accept(2)
    relay.core.finish(scope, isVisible: false)
    relay.accept(3)
    #expect(!subscriber.isFinished)
    subscriber.request(.max(1))
    #expect(subscriber.entries == [2])
    #expect(subscriber.isFinished)
    #expect(relay.core.withState { $0.liveCount } == 0)
  }

  @Test func `a subscriber with a pending last value may cancel, and is released`() {
    let (scope, subscriber) = (RelayScope(), DemandingSubscriber<Int>())
    ReadOnlyRelay(RelaySource(relay.core, in: scope)).subscribe(subscriber)
    relay.core.finish(scope, isVisible: false)
    subscriber.cancel()
    subscriber.request(.unlimited)
    #expect(subscriber.entries == [])
    #expect(!subscriber.isFinished)
    #expect(relay.core.withState { $0.liveCount } == 0)
  }

  @Test func `a subscriber inside its replay completes when that returns`() {
    let (scope, seen) = (RelayScope(), Log<String>())
    let subscription = RelaySource(relay.core, in: scope).subscribe {
      [relay] in
      relay.core.finish(scope, isVisible: false)
      relay.accept(2)
      seen.note("\($0)")
    } finish: {
      seen.note("|")
    }
    #expect(seen.entries == ["1", "|"])
    #expect(relay.core.withState { $0.liveCount } == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a scope that has ended retains none of its subscribers`() {
    let (scope, ends) = (RelayScope(), Log<String>())
    let held = HeldStates()
    do {
      let token = Ending { ends.note("released") }
      held.it = RelaySource(relay.core, in: scope).subscribe { _ in _ = token }
    }
    relay.core.finish(scope, isVisible: false)
    #expect(ends.entries == ["released"])
    relay.core.finish(scope, isVisible: false)
    held.it = nil
  }
}
