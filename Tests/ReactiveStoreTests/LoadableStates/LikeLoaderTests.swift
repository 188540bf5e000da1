import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The loads of a store equal those of a loader, after any calls at any times.
@Suite struct `A loadable state behaves like a Loader (S11)` {
  @Test(arguments: 0..<randomScripts)
  func `it has the same states at the same times after the same calls`(seed: UInt64) {
    marbles { m in
      var random = SeededGenerator(seed)
      let (one, other) = (RandomServer(seed, on: m.clock), RandomServer(seed, on: m.clock))
      var policy = LoadPolicy.random(on: m.clock, &random)
      let (events, storeEvents) = (LoadEventLog(on: m.clock), LoadEventLog(on: m.clock))
      policy.name = "word"
      policy.observer = storeEvents.observer
      let storePolicy = policy
      policy.observer = events.observer
      let loader = m.keep(Loader(policy: policy) { (name: String) in try await one.answer(name) })
      let store = m.keep(
        Store(Thing.State()) {
          Thing(policy: storePolicy) { name, _ in try await other.answer(name) }
        }
      )
      let (seen, kept) = (Log<TimedState<String>>(), Log<TimedState<String>>())
      m.keep(
        loader.states.sink { [clock = m.clock] in seen.note(TimedState(clock.now.offset, $0)) }
      )
      m.keep(
        store.states.sink { [clock = m.clock] in
          kept.note(TimedState(clock.now.offset, $0.thing.loadable))
        }
      )
      for frame in 1...30 {
        let intent = LoadIntent<String, String>.random(&random)
        let action =
          Bool.random(using: &random)
          ? Thing.Action.perform(intent) : .thing(LoadingAction(intent))
        m.at(.milliseconds(10 * frame + 5 * Int.random(in: 0...1, using: &random))) {
          loader.perform(intent)
          store.send(action)
        }
      }
      m.at(.seconds(2)) {
        #expect(seen.changes() == kept.changes())
        #expect(one.requests == other.requests)
        events.expectWholeLoads()
        storeEvents.expectWholeLoads()
        #expect(events.entries == storeEvents.entries)
      }
    }
  }
}

/// One loaded value, by intents.
private struct Thing: Reducer {
  struct State: Sendable {
    var thing = LoadableState<String, String>()
  }

  enum Action: Sendable {
    case thing(LoadingAction<String, String, Never>)
    case perform(LoadIntent<String, String>)
  }

  let policy: LoadPolicy
  let load: @Sendable (String, State) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .perform(let intent) = action { state.thing.perform(intent) }
      return .none
    }
    .loadable(state: \.thing, action: .thing, policy: policy, load: load)
  }
}

extension CasePath<Thing.Action, LoadingAction<String, String, Never>> {
  fileprivate static let thing = Self(Thing.Action.thing) {
    if case .thing(let action) = $0 { action } else { nil }
  }
}

extension LoadingAction<String, String, Never> {
  /// The action of an intent; an intent without an action does not compile here.
  fileprivate init(_ intent: LoadIntent<String, String>) {
    self =
      switch intent {
      case .load(let request): .load(request)
      case .loadIfNeeded(let request): .loadIfNeeded(request)
      case .refresh: .refresh
      case .revalidate: .revalidate
      case .retry: .retry
      case .cancel: .cancel
      case .reset: .reset
      case .set(let value, let request, let age): .set(value, for: request, age: age)
      case .invalidate: .invalidate
      }
  }
}

extension LoadIntent where Request == String, Value == String {
  fileprivate static func random(_ random: inout SeededGenerator) -> Self {
    let request = ["a", "b"].randomElement(using: &random) ?? "a"
    let all: [Self] = [
      .load(request), .load(request), .loadIfNeeded(request), .refresh, .revalidate, .retry,
      .cancel, .reset, .set("s"), .invalidate,
    ]
    return all.randomElement(using: &random) ?? .cancel
  }
}
