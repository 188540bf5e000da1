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
      let loader = m.keep(PagedLoader(policy: policy) { try await one.page($0) })
      let store = m.keep(
        Store(Shelf.State()) { Shelf(policy: storePolicy) { try await other.page($0) } }
      )
      let (seen, kept) = (Log<TimedState<List>>(), Log<TimedState<List>>())
      let clock = m.clock
      m.keep(loader.states.sink { seen.note(TimedState(clock.now.offset, $0)) })
      m.keep(store.states.sink { kept.note(TimedState(clock.now.offset, $0.rows.loadable)) })
      for frame in 1...40 {
        let intent = ShelfIntent.random(&random)
        m.at(.milliseconds(10 * frame)) {
          intent.perform(on: loader)
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

/// An intent of a list.
private enum ShelfIntent: Sendable {
  case load(String)
  case loadIfNeeded(String)
  case next, previous, refresh, refreshAllPages, retry, cancel, clear, reset, invalidate
  case visible(Int)
  case change(Int)
  case remove(Int)
  case insert(Int)

  static func random(_ random: inout SeededGenerator) -> Self {
    let key = ["a", "b"].randomElement(using: &random) ?? "a"
    let id = Int.random(in: -4...12, using: &random)
    let all: [Self] = [
      .load(key), .loadIfNeeded(key), .next, .next, .next, .previous, .previous, .refresh,
      .refreshAllPages, .retry, .retry, .cancel, .clear, .reset, .invalidate, .visible(id),
      .change(id), .remove(id), .insert(id),
    ]
    return all.randomElement(using: &random) ?? .next
  }

  func perform(on loader: PagedLoader<String, Int, ChanceRow, LoadError>) {
    switch self {
    case .load(let key): loader.load(key)
    case .loadIfNeeded(let key): loader.loadIfNeeded(key)
    case .next: loader.next()
    case .previous: loader.previous()
    case .refresh: loader.refresh()
    case .refreshAllPages: loader.refreshAllPages()
    case .retry: loader.retry()
    case .cancel: loader.cancel()
    case .clear: loader.clear()
    case .reset: loader.reset()
    case .invalidate: loader.invalidate()
    case .visible(let id): loader.visible(id)
    case .change(let id): loader.edit(id) { $0.text += "!" }
    case .remove(let id): loader.remove(id)
    case .insert(let id): loader.insert(ChanceRow(id: id, text: "new"))
    }
  }

  func perform(on state: inout PagedState<String, Int, ChanceRow>) {
    switch self {
    case .load(let key): state.load(key)
    case .loadIfNeeded(let key): state.loadIfNeeded(key)
    case .next: state.next()
    case .previous: state.previous()
    case .refresh: state.refresh()
    case .refreshAllPages: state.refreshAllPages()
    case .retry: state.retry()
    case .cancel: state.cancel()
    case .clear: state.clear()
    case .reset: state.reset()
    case .invalidate: state.invalidate()
    case .visible(let id): state.visible(id)
    case .change(let id): state.edit(id) { $0.text += "!" }
    case .remove(let id): state.remove(id)
    case .insert(let id): state.insert(ChanceRow(id: id, text: "new"))
    }
  }
}

/// A list, by intents.
private struct Shelf: Reducer {
  struct State: Sendable {
    var rows = PagedState<String, Int, ChanceRow>()
  }

  enum Action: Sendable {
    case rows(PagingAction<String, Int, ChanceRow>)
    case perform(ShelfIntent)
  }

  let policy: PagingPolicy
  let load: @Sendable (PageRequest<String, Int>) async throws -> Page<Int, ChanceRow>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .perform(let intent) = action { intent.perform(on: &state.rows) }
      return .none
    }
    .paged(state: \.rows, action: .rows, policy: policy) { [load] page, _ in try await load(page) }
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
