import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Overlapping effects, parts, and the end of a store.
@Suite struct `Adversarial tests of overlaps and parts (S3 to S9)` {
  @Test func `releasing the store completes the handle of an action that never got its turn`() {
    marbles { m in
      let (sends, tasks, gate) = (Log<Send<Counter.Action>>(), Log<StoreTask>(), Gate())
      let effect = Effect<Counter.Action>.run { send in
        sends.note(send)
        await gate.wait()
      }
      let owned = Owned(Store(effects: [.begin: effect]))
      owned.object?.send(.begin)
      let subscription = owned.object?.states.dropFirst()
        .sink { _ in
          if let task = owned.object?.run(Look()) { tasks.note(task) }
          owned.object = nil
        }
      let done = m.keep(PublishRelay<String>())
      m.hot("-a") {
        sends.entries.first?(.add(1))
        m.keep(
          Task.startedImmediately {
            await tasks.entries.first?.finish()
            done.accept("d")
          }
        )
      }
      m.expect(done, "-d")
      m.at(.milliseconds(50)) {
        subscription?.cancel()
        gate.open()
      }
    }
  }

  @Test func `effects of two parts with one id are distinguished`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Pair.State()) { Pair() })
      let left = store.scope(state: \.left, action: .left)
      let right = store.scope(state: \.right, action: .right)
      m.hot("-l") { left.run(SeeNext { try await words() }, id: "work", overlap: .replace) }
      m.hot("--r") { right.run(SeeNext { try await words() }, id: "work", overlap: .replace) }
      m.expect(store.states.map { $0.left.seen.last ?? "n" }.removeDuplicates(), "n---x")
    }
  }

  @Test func `effects of a part end when it is removed`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(Store(Pair.State(guest: Counter.State())) { Pair() })
      m.hot("-g") {
        store.scope(ifPresent: \.guest, action: .guest)?.run(SeeNext { try await words() })
      }
      m.hot("--d") { store.send(.dismiss) }
      m.expectSubscriptions(words, ["-^!"])
    }
  }

  @Test(.needsImmediateTasks)
  func `a send after the end of its effect is reported, also while earlier actions wait`() {
    let sends = Log<Send<Counter.Action>>()
    let store = Store(effects: [
      .begin: .merge(
        .run { send in
          sends.note(send)
          send(.see("its own"))
        },
        .run { _ in sends.entries.first?(.see("late")) }
      )
    ])
    store.send(.begin)
    #expect(store.state.seen == ["its own"])
  }

  @Test func `an effect ended by an earlier reducer does not block one that would be ignored`() {
    marbles { m in
      let words = m.cold("---x|")
      let work = Effect<Counter.Action>.seeing(words)
        .cancellable(id: "work", overlap: .ignore)
      let store = m.keep(
        Store(effects: [.begin: work, .add(1): .merge(.cancel(id: "work"), work)])
      )
      m.hot("-ba", ["b": .begin, "a": .add(1)]) { store.send($0) }
      m.expectSubscriptions(words, ["-^!", "--^---!"])
    }
  }

  @Test func `an ignored effect replaces none`() {
    marbles { m in
      let (first, second) = (m.cold("---x|"), m.cold("---y|"))
      let both = Effect<Counter.Action>.seeing(first)
        .cancellable(id: "typing").cancellable(id: "screen")
      let next = Effect<Counter.Action>.seeing(second)
        .cancellable(id: "typing", overlap: .replace)
        .cancellable(id: "screen", overlap: .ignore)
      let store = m.keep(Store(effects: [.begin: both, .add(1): next]))
      m.hot("-ba", ["b": .begin, "a": .add(1)]) { store.send($0) }
      m.expectSubscriptions(first, ["-^---!"])
    }
  }

  @Test(.needsImmediateTasks)
  func `a store released while it publishes a state starts no load`() {
    let (calls, sends, gate) = (Log<String>(), Log<Send<RestorableText.Action>>(), Gate())
    let owned = Owned(
      Store(RestorableText.State()) {
        RestorableText { request, _ in
          calls.note(request)
          return request
        }
        Reduce<RestorableText.State, RestorableText.Action> { _, action in
          guard case .save = action else { return .none }
          return .run { send in
            sends.note(send)
            await gate.wait()
          }
        }
      }
    )
    owned.object?.send(.save)
    let subscription = owned.object?.states.dropFirst().sink { _ in owned.object = nil }
    sends.entries.first?(.text(.load("x")))
    #expect(owned.object == nil)
    #expect(calls.entries == [])
    subscription?.cancel()
    gate.open()
  }

  #if os(macOS) || os(Linux)
  @Test func `an id that sends in its deinit causes no deadlock`() async {
    await #expect(processExitsWith: .success) {
      // A thread that waits for itself never ends.
      alarm(20)
      let gates = [Gate(), Gate()]
      let store = Store(Pair.State()) { Pair() }
      let tasks = gates.map { gate in
        store.run(Rest(gate: gate), id: Tag { [weak store] in store?.send(.left(.add(1))) })
      }
      for (gate, task) in zip(gates, tasks) {
        gate.open()
        await task.finish()
      }
      await store.send(.dismiss).finish()
    }
  }
  #endif

  @Test func `a hundred observed elements are read in a few passes`() {
    let looks = Log<Void>()
    let store = Store((0..<100).map { Watched(number: $0, looks: looks) }) {
      Reduce<[Watched], (Int, Int)> { elements, action in
        elements[action.0].value = action.1
        return .none
      }
    }
    let parts = (0..<100).map { store.scope(each: \.self, id: $0, action: .itself) }
    let before = looks.entries.count
    store.send((7, 1))
    #expect(looks.entries.count - before <= 1_000)
    withExtendedLifetime(parts) {}
  }
}

/// An element that counts its lookups.
private struct Watched: Sendable, Identifiable, Equatable {
  let number: Int
  let looks: Log<Void>
  var value = 0

  var id: Int {
    looks.note(())
    return number
  }

  static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.value == right.value
  }
}

/// An id that equals all others, and reports its release.
private struct Tag: Sendable, Hashable {
  private let end: End

  init(_ whenGone: @escaping @Sendable () -> Void) { end = End(whenGone) }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}

  private final class End: Sendable {
    private let whenGone: @Sendable () -> Void

    init(_ whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }

    deinit { whenGone() }
  }
}

/// Waits at a gate.
private struct Rest: AsyncAction {
  let gate: Gate

  func run(in store: ActionContext<Pair.State, Pair.Action>) async throws { await gate.wait() }
}

/// Reads the state, and does nothing.
private struct Look: AsyncAction {
  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {}
}

/// Sends its result.
private struct SeeNext: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    store.send(.see(try await answer()))
  }
}
