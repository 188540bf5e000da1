import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Waiting for pages (S8, S16)` {
  @Test func `a request at one end does not wait for the other end`() {
    marbles { m in
      let (before, after) = (m.cold("-----B|"), m.cold("--A|"))
      let store = m.keep(Store(Band.State()) { Band(before: before, after: after) })
      let done = PublishRelay<String>()
      m.hot("-l") { store.send(.rows(.load)) }
      for (diagram, action, name) in [
        ("--b", Band.Action.rows(.previous), "b"), ("--a", .rows(.next), "a"),
      ] {
        m.hot(diagram) { m.keep(finish(store.send(action), reporting: name, done)) }
      }
      m.expect(done, "----a--b")
    }
  }

  @Test func `an action that requests no page waits for none, and cancels none`() {
    marbles { m in
      let (before, after) = (m.cold("B|"), m.cold("----A|"))
      let store = m.keep(Store(Band.State()) { Band(before: before, after: after) })
      let done = PublishRelay<String>()
      m.hot("-l") { store.send(.rows(.load)) }
      m.hot("--a") { store.send(.rows(.next)) }
      m.hot("---n") {
        let task = store.send(.note)
        m.keep(finish(task, reporting: "n", done))
        task.cancel()
      }
      m.expect(done, "---n")
      m.expectSubscriptions(after, ["--^---!"])
    }
  }

  @Test(.needsImmediateTasks) func `replaced pages do not change the count of loads`() {
    let (activity, runningLoads, shown) = (LoadActivity(), RunningLoads(), Log<Int>())
    let policy = PagingPolicy(load: LoadPolicy(duplicate: .replace, activity: activity))
    let store = Store(Band.State()) {
      EmptyReducer<Band.State, Band.Action>()
        .paged(state: \.rows, action: .rows, policy: policy) { _, _ in
          await runningLoads.load(1)
          return Page([Band.Row(id: 1)], next: nil)
        }
    }
    let subscription = activity.counts.sink { shown.note($0) }
    for _ in 0..<2 { store.send(.rows(.load)) }
    #expect(activity.count == 1)
    #expect(runningLoads.counts == [1: 1])
    store.send(.rows(.cancel))
    #expect(shown.entries == [0, 1, 0])
    subscription.cancel()
    runningLoads.release()
  }

  @Test(.needsImmediateTasks, arguments: [[-1, 1], [1, -1]])
  func `pages that one action requests are loaded in its order`(order: [Int]) {
    let requests = Log<Int?>()
    let store = Store(Band.State()) {
      Reduce<Band.State, Band.Action> { state, action in
        guard case .note = action else { return .none }
        for end in order { state.rows.perform(end < 0 ? .previous : .next) }
        return .none
      }
      .paged(state: \.rows, action: .rows) { page, _ in
        requests.note(page.cursor)
        return Page([Band.Row(id: page.cursor ?? 0)], next: 1, previous: -1)
      }
    }
    store.send(.rows(.load))
    store.send(.note)
    #expect(requests.entries == [nil] + order)
  }
}

/// Waits for the end of a task's work.
private func finish(
  _ task: StoreTask,
  reporting name: String,
  _ done: PublishRelay<String>
) -> Task<Void, Never> {
  Task.startedImmediately {
    await task.finish()
    done.accept(name)
  }
}

/// A list that grows at both ends.
private struct Band: Reducer {
  struct State: Sendable {
    var rows = PagedState<NoRequest, Int, Row>()
    var notes = 0
  }

  struct Row: Sendable, Hashable, Identifiable {
    let id: Int
  }

  enum Action: Sendable {
    case rows(PagingAction<NoRequest, Int, Row>)
    case note
  }

  let before: MarbleCold<String, Never>
  let after: MarbleCold<String, Never>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .note = action { state.notes += 1 }
      return .none
    }
    .paged(state: \.rows, action: .rows) { [before, after] page, _ in
      if let cursor = page.cursor { _ = try await (cursor < 0 ? before : after)() }
      return Page([Row(id: page.cursor ?? 0)], next: 1, previous: -1)
    }
  }
}

extension CasePath<Band.Action, PagingAction<NoRequest, Int, Band.Row>> {
  fileprivate static let rows = Self(Band.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}
