import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Concurrent effects of parts and elements.
@Suite struct `Parts with running effects (S5, S6, S11)` {
  @Test func `elements that load concurrently have separate loads`() {
    marbles { m in
      let answers = [m.cold("--A|"), m.cold("---B|"), m.cold("-C|")]
      let store = m.keep(
        Store(Shelves.State()) {
          EmptyReducer<Shelves.State, Shelves.Action>()
            .forEach(\.libraries, action: .library) {
              EmptyReducer<Shelves.Library, Shelves.LibraryAction>()
                .loadable(state: \.books, action: .itself) { _, library in
                  try await answers[library.id]()
                }
            }
        }
      )
      m.hot("-l") { (0..<3).forEach { store.send(.library($0, .load("sea"))) } }
      m.expect(
        store.states.map { $0.libraries.map { $0.books.value ?? "-" }.joined() }.removeDuplicates(),
        "0-123",
        ["0": "---", "1": "--C", "2": "A-C", "3": "ABC"]
      )
      for (answer, life) in zip(answers, ["-^-!", "-^--!", "-^!"]) {
        m.expectSubscriptions(answer, [life])
      }
    }
  }

  @Test func `an effect that ignores a second start still runs in another instance`() {
    marbles { m in
      let words = m.cold("-----x|")
      let effect = Effect<Counter.Action>.run { send in for await _ in words.elements {} }
      let store = m.keep(
        Store(Pair.State()) { Pair(onBegin: effect.cancellable(id: "work", overlap: .ignore)) }
      )
      m.hot("-lrlr", ["l": .left(.begin), "r": .right(.begin)]) { store.send($0) }
      m.expectSubscriptions(words, ["-^-----!", "--^-----!"])
    }
  }

  @Test func `actions of a part's effect are dropped when it is cancelled before their turn`() {
    let effect = Effect<Counter.Action>.run { $0(.see("a")) }
    let both = Effect.merge(effect.cancellable(id: "work"), .cancel(id: "work"))
    let store = Store(Pair.State()) { Pair(onBegin: both) }
    store.send(.left(.begin))
    #expect(store.state.left.seen == [])
  }

  @Test func `the feedbacks of a part are evaluated once`() {
    let evaluations = Log<Void>()
    let store = Store(Pair.State(guest: Counter.State())) {
      EmptyReducer<Pair.State, Pair.Action>()
        .ifPresent(\.guest, action: .guest) { CountingFeedbacks(evaluations: evaluations) }
    }
    for _ in 0..<3 { store.send(.guest(.add(1))) }
    #expect(evaluations.entries.count == 1)
  }
}

/// Records the evaluation of its feedbacks.
private struct CountingFeedbacks: Reducer {
  let evaluations: Log<Void>

  func reduce(into state: inout Counter.State, _ action: Counter.Action) -> Effect<Counter.Action> {
    Counter().reduce(into: &state, action)
  }

  var feedbacks: [Feedback<Counter.State, Counter.Action>] {
    evaluations.note(())
    return []
  }
}

/// Libraries, each of which loads.
private enum Shelves {
  typealias LibraryAction = LoadingAction<String, String, Never>

  struct Library: Sendable, Identifiable {
    let id: Int
    var books = LoadableState<String, String>()
  }

  struct State: Sendable {
    var libraries = (0..<3).map { Library(id: $0) }
  }

  enum Action: Sendable {
    case library(Int, LibraryAction)
  }
}

extension CasePath<Shelves.Action, (Int, Shelves.LibraryAction)> {
  fileprivate static let library = Self(Shelves.Action.library) {
    if case .library(let id, let action) = $0 { (id, action) } else { nil }
  }
}
