import LoadableTesting
import ReactiveLoadable
import Testing

/// The states of an interest complete with it (C1).
@Suite struct `States of an interest (C1)` {
  typealias Cache = LoaderCache<Int, String, Never>

  private func cache() -> Cache {
    let cache = Cache { (key: Int) async throws(Never) -> String in "\(key)" }
    cache.set("a", for: 1)
    return cache
  }

  @Test func `a cancelled interest publishes a completion and nothing more`() {
    let (cache, seen) = (cache(), Log<String>())
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let subscription = interest.states.sink(
      receiveCompletion: { _ in seen.note("|") },
      receiveValue: { seen.note($0.value ?? "") }
    )
    cache.set("b", for: 1)
    interest.cancel()
    cache.set("c", for: 1)
    #expect(seen.entries == ["a", "b", "|"])
    #expect(other.state == .loaded("c"))
    withExtendedLifetime(subscription) {}
  }

  @Test func `a dropped interest publishes a completion`() {
    let (cache, seen) = (cache(), Log<String>())
    let other = cache.interest(in: 1)
    let subscription = cache.interest(in: 1).states.sink(
      receiveCompletion: { _ in seen.note("|") },
      receiveValue: { seen.note($0.value ?? "") }
    )
    cache.set("b", for: 1)
    #expect(seen.entries == ["a", "|"])
    withExtendedLifetime((subscription, other)) {}
  }

  @Test func `a handler may cancel its interest, also while changes are queued`() {
    let (cache, seen) = (cache(), Log<String>())
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let subscription = interest.states.sink(
      receiveCompletion: { _ in seen.note("|") },
      receiveValue: { state in
        seen.note(state.value ?? "")
        guard state.value == "b" else { return }
        cache.set("c", for: 1)
        interest.cancel()
        cache.set("d", for: 1)
      }
    )
    cache.set("b", for: 1)
    cache.set("e", for: 1)
    #expect(seen.entries == ["a", "b", "|"])
    withExtendedLifetime((subscription, other)) {}
  }

  @Test func `a subscriber of a cancelled interest receives its last state and a completion`() {
    let (cache, seen) = (cache(), Log<String>())
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let states = interest.states
    interest.cancel()
    cache.set("b", for: 1)
    for states in [states, interest.states] {
      let subscription = states.sink(
        receiveCompletion: { _ in seen.note("|") },
        receiveValue: { seen.note($0.value ?? "") }
      )
      withExtendedLifetime(subscription) {}
    }
    #expect(seen.entries == ["a", "|", "a", "|"])
    withExtendedLifetime(other) {}
  }

  @Test func `after a cancel the states are those at the cancel, and completed`() {
    let (cache, seen) = (cache(), Log<String>())
    let interest = cache.interest(in: 1)
    interest.cancel()
    let subscription = interest.states.sink(
      receiveCompletion: { _ in seen.note("|") },
      receiveValue: { seen.note($0.value ?? "") }
    )
    #expect(seen.entries == ["a", "|"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the subscribers of one interest complete, those of another continue`() {
    marbles { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work])
      let (one, other) = (m.keep(cache.interest(in: "k")), m.keep(cache.interest(in: "k")))
      m.at(.milliseconds(20)) { one.cancel() }
      m.expect(one.states, "l-|", textStates)
      m.expect(other.states, "l----A", textStates)
      // The last state of the part that has ended stays: loading, which is published once.
      m.expect(Loadable.zip(one.states, other.states).map { _ in "z" }, "z", ["z": "z"])
    }
  }

  @Test func `a loop over the states ends with the interest`() async {
    let cache = cache()
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    var seen: [String] = []
    for await state in interest.states.elements {
      seen.append(state.value ?? "")
      interest.cancel()
      cache.set("b", for: 1)
    }
    #expect(seen == ["a"])
    withExtendedLifetime(other) {}
  }

  @Test func `a cancelled interest retains none of its subscribers`() {
    let (cache, ends) = (cache(), Log<String>())
    let (interest, other) = (cache.interest(in: 1), cache.interest(in: 1))
    let held = HeldStates()
    do {
      let token = Ending { ends.note("released") }
      held.it = interest.states.sink { _ in _ = token }
    }
    #expect(ends.entries.isEmpty)
    interest.cancel()
    #expect(ends.entries == ["released"])
    withExtendedLifetime((held, other)) {}
  }

  @Test func `an interest is a cancellable that can be stored`() {
    let cache = cache()
    var bag: Set<AnyCancellable> = []
    cache.interest(in: 1).store(in: &bag)
    #expect(cache.statistics.activeKeys == 1)
    bag = []
    #expect(cache.statistics.activeKeys == 0)
  }
}
