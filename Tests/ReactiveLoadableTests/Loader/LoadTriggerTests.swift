import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of "Loading when it is time" on triggers.
@Suite struct `Triggers (L14)` {
  private let states = MarbleStates<String, LoadError>.states(loaded: ["A": "A", "B": "B"])

  /// Subscribes to a loader's states by a diagram: `+` adds a subscription, `-` cancels one.
  private func observe<Value: Sendable>(
    _ m: Marbles,
    _ loader: ValueLoader<Value>,
    _ comings: String,
    seen: PublishRelay<LoadState<Value>>? = nil
  ) {
    let subscriptions = m.keep(Observers())
    m.hot(comings) { sign in
      switch sign {
      case "a": subscriptions.join(loader.states.sink { seen?.accept($0) })
      default: subscriptions.leave()
      }
    }
  }

  @Test func `the first subscription loads, once`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["--B|"])
      let loader = m.keep(Loader { try await answer() })
      loader.loadWhenObserved()
      let seen = m.keep(PublishRelay<LoadState<String>>())
      observe(m, loader, "--a-a--za", seen: seen)
      m.expect(seen, "--(nl)-(lAA)---A", states)
      m.expectSubscriptions(answer, ["--^-!"])
    }
  }

  @Test func `a later subscriber refreshes a stale value`() {
    marbles { m in
      let answer = m.cold("--A|", then: ["--B|"])
      let policy = LoadPolicy(freshness: .never)
      let loader = m.keep(Loader(policy: policy) { try await answer() })
      loader.loadWhenObserved()
      observe(m, loader, "-a---a-zz---a")
      m.expectSubscriptions(answer, ["-^-!", "------------^-!"])
    }
  }

  @Test func `a request loads immediately while there is a subscriber`() {
    marbles { m in
      let answer = m.cold("--A|")
      let loader = m.keep(Loader { try await answer() })
      m.at(.milliseconds(20)) { loader.loadWhenObserved() }
      m.expect(loader.states, "n-l-A", states)
    }
  }

  @Test func `a later request replaces an earlier one`() {
    marbles { m in
      let answers = m.responses(to: ["a": "-A|", "b": "-B|"])
      let loader = m.keep(Loader { try await answers($0) })
      loader.loadWhenObserved("a")
      loader.loadWhenObserved("b")
      m.expect(loader.states, "(nl)B", states)
    }
  }

  @Test func `without a subscription nothing is requested`() {
    marbles { m in
      let answer = m.cold("--A|")
      let loader = m.keep(Loader { try await answer() })
      loader.loadWhenObserved()
      m.expectSubscriptions(answer, [])
    }
  }

  @Test func `focus, the network and a timer are ordinary streams`() {
    marbles { m in
      let answer = m.cold("-A|", then: ["-B|"])
      let loader = m.keep(Loader { try await answer() })
      loader.perform(.refresh, on: m.hot("----f---"))
      loader.perform(.loadIfNeeded(NoRequest()), on: m.hot("-o---o-"))
      m.expect(loader.states, "nlA-rB", states)
    }
  }
}

/// Subscriptions that are added and cancelled.
private final class Observers: Sendable {
  private let held = BehaviorRelay<[Held]>([])

  func join(_ subscription: AnyCancellable) { held.update { $0.append(Held(subscription)) } }
  func leave() { held.update { _ = $0.popLast() } }
}

/// A subscription that ends when it is dropped.
// SAFETY: it is only held and dropped.
private struct Held: @unchecked Sendable {
  let subscription: AnyCancellable

  init(_ subscription: AnyCancellable) { self.subscription = subscription }
}
