import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite("R10 Updating atomically")
struct R10UpdatingTests {
  private struct Refused: Error {}

  @Test func `an update has its position in the order, and returns a result`() {
    let relay = BehaviorRelay([1])
    let log = Log<[Int]>()
    let subscription = relay.sink { log.note($0) }
    let count = relay.update { values in
      values.append(2)
      return values.count
    }
    #expect(count == 2)
    #expect(log.entries == [[1], [1, 2]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an update that throws accepts nothing`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    #expect(throws: Refused.self) {
      try relay.update { value throws(Refused) in
        value = 1
        throw Refused()
      }
    }
    #expect(log.entries == [0])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an update runs again after a concurrent accept`() {
    let relay = BehaviorRelay(0)
    let runs = Box(0)
    relay.update { value in
      runs.value += 1
      if runs.value == 1 { onThreads(1) { _ in relay.accept(10) } }
      value += 1
    }
    #expect(relay.value == 11)
    #expect(runs.value == 2)
  }

  @Test func `an update inside a callback is queued`() {
    let relay = BehaviorRelay(0)
    let (first, second) = (Log<Int>(), Log<Int>())
    let early = relay.sink {
      first.note($0)
      if $0 == 1 { relay.update { $0 *= 10 } }
    }
    let late = relay.sink { second.note($0) }
    relay.accept(1)
    #expect(first.entries == [0, 1, 10])
    #expect(second.entries == [0, 1, 10])
    withExtendedLifetime((early, late)) {}
  }
}

@Suite("R10 Transitions of an owner")
struct TransitionTests {
  @Test func `a transition accepts the value that it returns`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    relay.core.transition { 1 }
    #expect(log.entries == [0, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a transition that returns nil delivers nothing`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    relay.core.transition {
      nil
    } beforeDelivery: {
      log.note(5)
    }
    #expect(log.entries == [0, 5])
    withExtendedLifetime(subscription) {}
  }

  @Test func `re-entrant transitions are queued in the order of their decisions`() {
    let relay = BehaviorRelay(0)
    let machine = Box(0)
    let step = { @Sendable in
      relay.core.transition {
        machine.value += 1
        return machine.value
      }
    }
    let (first, second) = (Log<Int>(), Log<Int>())
    let early = relay.sink {
      first.note($0)
      if $0 == 1 { for _ in 0..<3 { step() } }
    }
    let late = relay.sink { second.note($0) }
    step()
    #expect(first.entries == [0, 1, 2, 3, 4])
    #expect(second.entries == [0, 1, 2, 3, 4])
    withExtendedLifetime((early, late)) {}
  }

  @Test func `an update that a transition overtakes runs again`() {
    let relay = BehaviorRelay(0)
    relay.update { value in
      if value == 0 { onThreads(1) { _ in relay.core.transition { 5 } } }
      value += 1
    }
    #expect(relay.value == 6)
  }
}
