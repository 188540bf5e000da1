import CombineShim
import Foundation
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Endless chains of actions (S10)` {
  /// The sender of a chain, and the number of actions that it sends for one.
  private final class Box: Sendable {
    let send = Log<@Sendable (Int) -> Void>()
    let most: Int

    init(_ most: Int) { self.most = most }

    func sendNext(after number: Int) { if number < most { send.entries.first?(number + 1) } }
  }

  private func failures(
    sending count: Int,
    by makeStore: (Box) -> Store<Int, Int>
  ) async -> [Failure] {
    await TestSupport.failures(awaiting: {
      let (box, end) = (Box(count), Gate())
      let store = makeStore(box)
      box.send.note { [weak store] in store?.send($0) }
      let subscription = store.states.sink { if $0 == count { end.open() } }
      store.send(1)
      await end.wait()
      #expect(store.state == count)
      subscription.cancel()
    })
  }

  private func taking() -> Reduce<Int, Int> {
    Reduce { state, number in
      state = number
      return .none
    }
  }

  private func dispatching(_ box: Box) -> Middleware<Int, Int> {
    Middleware { number, _, next in
      next(number)
      box.sendNext(after: number)
    }
  }

  @Test
  func `a middleware that sends for each action is reported once, where its store was created`()
    async
  {
    let line: UInt = #line + 2
    let failures = await failures(sending: 20_000) { box in
      Store(0, middleware: [dispatching(box)]) { taking() }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        The store created at ReactiveStoreTests/EndlessActionsTests.swift:\(line) reduces an endless \
        chain: 10000 actions were sent, each while the previous one was reduced or published. The last \
        action is 10001.

        Possible cause: a middleware, a subscriber or a reducer calls 'send' for each action, including \
        the actions that it sends itself. The chain continues.

        Send only for the actions that need it, pass another action to 'next', or return an effect, \
        which can be cancelled.
        """
      ]
    )
  }

  @Test func `a chain of 10,000 sends is reported, and a shorter one is not`() async {
    for (count, reports) in [(10_000, 0), (10_001, 1)] {
      let failures = await failures(sending: count) { box in
        Store(0, middleware: [dispatching(box)]) { taking() }
      }
      #expect(failures.count == reports)
    }
  }

  @Test func `a subscriber that sends for each state is reported`() async {
    var subscription: AnyCancellable?
    let failures = await failures(sending: 12_000) { box in
      let store = Store(0) { taking() }
      subscription = store.states.sink { if $0 > 0 { box.sendNext(after: $0) } }
      return store
    }
    #expect(failures.count == 1)
    subscription?.cancel()
  }

  @Test
  func `an effect that sends immediately is no such chain`() async {
    let failures = await failures(sending: 12_000) { _ in
      Store(0) {
        Reduce<Int, Int> { state, number in
          state = number
          return number < 12_000 ? .send(number + 1) : .none
        }
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func `many actions of one turn are no chain`() async {
    let failures = await failures(sending: 12_000) { box in
      Store(
        0,
        middleware: [
          Middleware { number, _, next in
            next(number)
            if number == 1 { for other in 2...box.most { box.send.entries.first?(other) } }
          }
        ]
      ) {
        taking()
      }
    }
    #expect(failures.isEmpty)
  }

  @Test
  func `sends of another thread neither hide a chain nor form one`() async {
    let failures = await failures(sending: 12_000) { box in
      Store(
        0,
        middleware: [
          Middleware { number, _, next in
            if number < 0 { return }
            if number % 100 == 0 { onAnotherThread { box.send.entries.first?(-1) } }
            next(number)
            box.sendNext(after: number)
          }
        ]
      ) {
        taking()
      }
    }
    #expect(failures.count == 1)
  }

  @Test
  func `sequential sends of other threads are no chain`() async {
    let failures = await failures(sending: 12_000) { box in
      Store(
        0,
        middleware: [
          Middleware { number, _, next in
            next(number)
            if number < box.most { onAnotherThread { box.sendNext(after: number) } }
          }
        ]
      ) {
        taking()
      }
    }
    #expect(failures.isEmpty)
  }
}

/// Performs a closure on a separate thread, and waits for it.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
