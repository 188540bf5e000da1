import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The lists of a store equal those of a paged loader, after any calls at any times.
@Suite struct `A paged state behaves like a PagedLoader (S16)` {
  typealias List = PagedList<String, ChanceRow, LoadError>

  @Test(arguments: 0..<randomScripts)
  func `it has the same lists at the same times after the same calls`(seed: UInt64) {
    marbles { m in
      var random = SeededGenerator(seed)
      let (one, other) = (RandomServer(seed, on: m.clock), RandomServer(seed, on: m.clock))
      var policy = PagingPolicy.random(on: m.clock, &random)
      let (events, storeEvents) = (LoadEventLog(on: m.clock), LoadEventLog(on: m.clock))
      policy.load.observer = storeEvents.observer
      let storePolicy = policy
      policy.load.observer = events.observer
      let loader = m.keep(PagedLoader(policy: policy) { try await one.page($0, $1) })
      let store = m.keep(
        Store(Shelf.State()) { Shelf(policy: storePolicy) { try await other.page($0, $1) } }
      )
      let (seen, kept) = (Log<TimedState<List>>(), Log<TimedState<List>>())
      let clock = m.clock
      m.keep(loader.states.sink { seen.note(TimedState(clock.now.offset, $0)) })
      m.keep(store.states.sink { kept.note(TimedState(clock.now.offset, $0.rows.loadable)) })
      for frame in 1...40 {
        let intent = PagedIntent<String, ChanceRow>.random(&random)
        m.at(.milliseconds(10 * frame)) {
          loader.perform(intent)
          store.send(.perform(intent))
        }
      }
      m.at(.seconds(3)) {
        #expect(seen.changes() == kept.changes())
        #expect(one.requests == other.requests)
        events.expectWholeLoads()
        storeEvents.expectWholeLoads()
      }
    }
  }
}

extension PagedIntent<String, ChanceRow> {
  fileprivate static func random(_ random: inout SeededGenerator) -> Self {
    let key = ["a", "b"].randomElement(using: &random) ?? "a"
    let id = Int.random(in: -4...12, using: &random)
    let all: [Self] = [
      .load(key), .loadIfNeeded(key), .next, .next, .next, .previous, .previous, .refresh,
      .refreshAllPages, .revalidate, .retry, .retry, .cancel, .clear, .reset,
      .invalidate, .visible(id), .edit(.change(id) { $0.text += "!" }), .edit(.remove(id)),
      .edit(.insert(ChanceRow(id: id, text: "new"), at: .start)),
    ]
    return all.randomElement(using: &random) ?? .next
  }
}

/// A list, by intents.
private struct Shelf: Reducer {
  struct State: Sendable {
    var rows = PagedState<String, Int, ChanceRow>()
  }

  enum Action: Sendable {
    case rows(PagingAction<String, Int, ChanceRow>)
    case perform(PagedIntent<String, ChanceRow>)
  }

  let policy: PagingPolicy
  let load:
    @Sendable (PageRequest<String, Int>, LoadReporter<Page<Int, ChanceRow>>) async throws -> Page<
      Int, ChanceRow
    >

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .perform(let intent) = action { state.rows.perform(intent) }
      return .none
    }
    .paged(state: \.rows, action: .rows, policy: policy) { [load] page, _, report in
      try await load(page, report)
    }
  }
}

extension CasePath<Shelf.Action, PagingAction<String, Int, ChanceRow>> {
  fileprivate static let rows = Self(Shelf.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}

extension PagingPolicy {
  fileprivate static func random(
    on clock: any Clock<Duration>,
    _ random: inout SeededGenerator
  ) -> Self {
    PagingPolicy(
      load: .random(on: clock, &random),
      prefetchDistance: Int.random(in: 1...3, using: &random),
      emptyPageLimit: Int.random(in: 0...2, using: &random),
      window: Bool.random(using: &random) ? nil : 2,
      cachedLists: Int.random(in: 0...2, using: &random),
      afterFailure: Bool.random(using: &random)
        ? .waitForRetry : .retry(after: .milliseconds(20))
    )
  }
}
