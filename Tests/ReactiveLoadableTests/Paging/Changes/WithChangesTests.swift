import LoadableTesting
import ReactiveLoadable
import Testing

extension ListChanges {
  /// The changes in the notation of the article.
  fileprivate var sketch: String {
    let parts =
      removals.map { "-\($0)" } + insertions.map { "+\($0)" }
      + moves.map { "\($0.old) to \($0.new)" } + updates.map { "\($0.old) is \($0.new)" }
    return parts.joined(separator: " ")
  }
}

@Suite struct `States of lists with their changes (Q2)` {
  private let a = Row(id: 1)
  private let b = Row(id: 2)
  private let c = Row(id: 3)

  private func loaded(_ rows: Row...) -> KeyedState { .loaded(RowList(key: "", rows)) }

  @Test func `each state has the changes since the one before it`() {
    marbles { m in
      let states = BehaviorRelay(KeyedState.notRequested)
      let lists = ["1": loaded(a, b), "2": loaded(a, b, c), "3": loaded(c, a)]
      m.hot("-1--2--3") { states.accept(lists[$0] ?? .notRequested) }
      m.expect(
        states.withChanges().map(\.changes.sketch),
        "n1--2--3",
        ["n": "", "1": "+0 +1", "2": "+2", "3": "-1 2 to 0"]
      )
    }
  }

  @Test func `a state without a list counts as an empty list`() {
    let states = BehaviorRelay(loaded(a, b))
    let seen = Log<String>()
    let subscription = states.withChanges().sink { seen.note($0.changes.sketch) }
    states.accept(.loading(previous: RowList(key: "", [a, b])))
    states.accept(.loading)
    states.accept(loaded(b))
    states.accept(.failed(.first, previous: RowList(key: "", [Row(id: 2, text: "x")])))
    #expect(seen.entries == ["+0 +1", "", "-0 -1", "+0", "0 is 0"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a later subscriber has separate changes`() {
    let states = BehaviorRelay(loaded(a))
    let first = Log<String>()
    let second = Log<String>()
    let one = states.withChanges().sink { first.note($0.changes.sketch) }
    states.accept(loaded(a, b))
    let two = states.withChanges().sink { second.note($0.changes.sketch) }
    states.accept(loaded(b))
    #expect(first.entries == ["+0", "+1", "-0"])
    #expect(second.entries == ["+0 +1", "-0"])
    withExtendedLifetime((one, two)) {}
  }

  @Test func `items that cannot be compared have changes without updates`() {
    struct Opaque: Identifiable, Sendable {
      let id: Int
      let text: String
    }
    typealias List = PagedList<String, Opaque, SampleError>
    let states = BehaviorRelay(
      Loadable<List, SampleError>.loaded(List(key: "", [Opaque(id: 1, text: "a")]))
    )
    let seen = Log<ListChanges>()
    let subscription = states.withChanges().sink { seen.note($0.changes) }
    states.accept(
      .loaded(List(key: "", [Opaque(id: 1, text: "b"), Opaque(id: 2, text: "c")]))
    )
    #expect(seen.entries == [ListChanges(insertions: [0]), ListChanges(insertions: [1])])
    withExtendedLifetime(subscription) {}
  }
}

@Suite struct `Rows of any states of lists (Q3)` {
  @Test func `states are mapped, filtered and sectioned where they are published`() {
    let states = BehaviorRelay(
      KeyedState.loaded(RowList(key: "k", [1, 2, 3], append: .idle, total: 9))
    )
    let calls = Log<Int>()
    let seen = Log<String>()
    let rows = states.rows { row -> Row? in
      calls.note(row.id)
      return row.id == 2 ? nil : Row(id: row.id, text: "!")
    }
    let subscription = rows.sink { seen.note($0.sketch + "\($0.latest?.total ?? 0)") }
    states.update { state in state = .loading(previous: state.latest) }
    states.accept(.failed(.first))
    states.accept(.notRequested)
    #expect(seen.entries == ["1!3!…9", "r1!3!…9", "f0", "n0"])
    #expect(calls.entries == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }
}
