import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Reducers of elements (S6)` {
  @Test func `an element has separate actions`() {
    let store = Store(Rows.State()) { Rows() }
    store.send(.row(2, .add(5)))
    #expect(store.state.rows.map(\.counter.count) == [0, 5])
  }

  @Test func `an element has a separate store while it exists`() {
    let store = Store(Rows.State()) { Rows() }
    let row = store.scope(each: \.rows, id: 2, action: .row)
    let seen = Log<Int>()
    let subscription = row?.states.sink { seen.note($0.counter.count) }
    row?.send(.add(5))
    store.send(.row(1, .add(1)))
    store.send(.remove(2))
    #expect(seen.entries == [0, 5])
    #expect(row?.state.counter.count == 5)
    #expect(store.scope(each: \.rows, id: 2, action: .row) == nil)
    subscription?.cancel()
  }

  @Test func `the store of an element finds it at its new index`() {
    let store = Store(Rows.State()) {
      Rows()
      Reduce { state, action in
        if case .removeAll = action { state.rows.reverse() }
        return .none
      }
    }
    let row = store.scope(each: \.rows, id: 2, action: .row)
    row?.send(.add(5))
    store.send(.removeAll)
    row?.send(.add(1))
    #expect(row?.state.id == 2)
    #expect(row?.state.counter.count == 6)
  }

  @Test func `an action to a missing element is reported`() {
    let store = Store(Rows.State()) { Rows() }
    let failures = Log<String>()
    let subscription = store.failures.sink { failures.note("\(type(of: $0))") }
    store.send(.row(7, .add(5)))
    #expect(failures.entries == ["UnhandledAction"])
    subscription.cancel()
  }

  @Test func `ids are local to an element, and removing it cancels its effects`() {
    marbles { m in
      let ticks = m.cold("-abcdefgh")
      let store = m.keep(Store(Rows.State()) { Rows(m.seeing(ticks)) })
      m.hot("-b") { [1, 2].forEach { store.send(.row($0, .begin)) } }
      m.hot("---s") { store.send(.row(1, .stop)) }
      m.hot("-----r") { store.send(.remove(2)) }
      m.expectSubscriptions(ticks, ["-^-!", "-^---!"])
    }
  }

  @Test func `removing an element in any reducer cancels its effects`() {
    marbles { m in
      let ticks = m.cold("-abcdefgh")
      let store = m.keep(
        Store(Rows.State()) {
          Rows(m.seeing(ticks))
          Reduce { state, action in
            if case .removeAll = action { state.rows = [] }
            return .none
          }
        }
      )
      m.hot("-b") { [1, 2].forEach { store.send(.row($0, .begin)) } }
      m.hot("---r") { store.send(.removeAll) }
      m.expectSubscriptions(ticks, ["-^-!", "-^-!"])
    }
  }

  @Test func `of many elements with effects the removed ones end`() {
    marbles { m in
      let ticks = m.cold("-abcdefgh")
      var state = Rows.State()
      state.rows = (0..<20).map { Rows.Row(id: $0) }
      let store = m.keep(Store(state) { Rows(m.seeing(ticks)) })
      m.hot("-b") { (0..<20).forEach { store.send(.row($0, .begin)) } }
      m.hot("--r") { store.send(.remove(7)) }
      m.hot("---x") { (0..<19).forEach { store.send(.remove($0)) } }
      m.hot("----x") { store.send(.remove(19)) }
      let ends = (0..<20).map { $0 == 7 ? "-^!" : $0 == 19 ? "-^--!" : "-^-!" }
      m.expectSubscriptions(ticks, ends)
    }
  }

  @Test func `an element with an optional id keeps its effects while it exists`() {
    marbles { m in
      let ticks = m.cold("-abcdefgh")
      let names: [String?] = ["a", "b", nil]
      let store = m.keep(
        Store(names.map { Named(id: $0) }) {
          EmptyReducer<[Named], (String?, Counter.Action)>()
            .forEach(\.self, action: .itself) {
              Scope(state: \.counter, action: .itself) { Counter(onBegin: m.seeing(ticks)) }
            }
          Reduce { names, element in
            if element.1 == .add(0) { names.removeAll { $0.id == element.0 } }
            return .none
          }
        }
      )
      m.hot("-b") { names.forEach { store.send(($0, .begin)) } }
      m.hot("---r") { store.send(("b", .add(0))) }
      m.hot("-----r") { store.send((nil, .add(0))) }
      m.hot("-------s") { store.send(("a", .stop)) }
      m.expectSubscriptions(ticks, ["-^-----!", "-^-!", "-^---!"])
    }
  }

  @Test func `a load that a parent requests in an element follows the element's policy`() {
    let load = LoadableState<String, String>("A", of: "a")
    let store = Store([Leaf(id: 1, text: load)]) {
      Leaves()
      Reduce<[Leaf], (Int, Leaf.Action)> { leaves, _ in
        leaves[0].text.perform(.load("b"))
        return .none
      }
    }
    let previous = Log<String?>()
    let subscription = store.states.dropFirst().sink { previous.note($0[0].text.latest) }
    store.send((2, .cancel))
    #expect(previous.entries.first == "A")
    subscription.cancel()
  }

  @Test func `a part that replaces another inherits none of its effects`() {
    marbles { m in
      let ticks = m.cold("-abcdefgh")
      let store = m.keep(Store(Rows.State()) { Rows(m.seeing(ticks)) })
      m.hot("-s-s") { store.send(.select($0 == "s" ? 1 : 2)) }
      m.hot("--b") { store.send(.selected(.begin)) }
      m.hot("-----t") { store.send(.select(2)) }
      m.expectSubscriptions(ticks, ["--^--!"])
    }
  }

  @Test func `unaffected elements are not copied`() {
    let leaves = [Leaf(id: 1, text: LoadableState("A", of: "a"))]
    let store = Store(leaves) { Leaves() }
    let places = Log<UInt>()
    let subscription = store.states.sink { leaves in
      leaves.withUnsafeBufferPointer { places.note(UInt(bitPattern: $0.baseAddress)) }
    }
    store.send((2, .cancel))
    #expect(places.entries.count == 2)
    #expect(Set(places.entries).count == 1)
    subscription.cancel()
  }

  @Test func `a reducer may contain itself, as that of a tree does`() {
    marbles { m in
      let answer = m.cold("--A|")
      var state = Tree.State(id: 0)
      state.branches = [Tree.State(id: 1, branches: [Tree.State(id: 2)])]
      let store = m.keep(Store(state) { Tree { try await answer() } })
      m.hot("-l") { store.send(.branch(1, .branch(2, .leaf(.load)))) }
      m.expect(
        reading: { store.state.branches[0].branches[0].leaf.value ?? "n" },
        "n--A"
      )
    }
  }
}

// MARK: Reducers

/// Counters in rows, and one of them by itself.
private struct Rows: Reducer {
  struct Row: Sendable, Identifiable, Equatable {
    let id: Int
    var counter = Counter.State()
  }

  struct State: Sendable {
    var rows = [Row(id: 1), Row(id: 2)]
    var selected: Row?
  }

  enum Action: Sendable {
    case row(Int, Counter.Action)
    case selected(Counter.Action)
    case select(Int)
    case remove(Int)
    case removeAll
  }

  let onBegin: Effect<Counter.Action>

  init(_ onBegin: Effect<Counter.Action> = .none) { self.onBegin = onBegin }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .remove(let id): state.rows.removeAll { $0.id == id }
      case .select(let id): state.selected = Row(id: id)
      case .row, .selected, .removeAll: break
      }
      return .none
    }
    .forEach(\.rows, action: .row) {
      Scope(state: \.counter, action: .itself) { Counter(onBegin: onBegin) }
    }
    .ifPresent(\.selected, action: .selected) {
      Scope(state: \.counter, action: .itself) { Counter(onBegin: onBegin) }
    }
  }
}

extension CasePath<Rows.Action, (Int, Counter.Action)> {
  fileprivate static let row = Self(Rows.Action.row) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }
}

extension CasePath<Rows.Action, Counter.Action> {
  fileprivate static let selected = Self(Rows.Action.selected) {
    if case .selected(let action) = $0 { action } else { nil }
  }
}

/// A counter with an optional name.
private struct Named: Sendable, Identifiable {
  let id: String?
  var counter = Counter.State()
}

/// Texts that are loaded, and keep the previous one during a load.
private struct Leaves: Reducer {
  var body: some Reducer<[Leaf], (Int, Leaf.Action)> {
    EmptyReducer()
      .forEach(\.self, action: .itself) {
        EmptyReducer<Leaf, Leaf.Action>()
          .loadable(state: \.text, action: .itself, policy: LoadPolicy(previous: .always)) {
            name,
            _ in name
          }
      }
  }
}

private struct Leaf: Sendable, Identifiable {
  typealias Action = LoadingAction<String, String, Never>

  let id: Int
  var text: LoadableState<String, String>
}

/// A tree with loadable leaves.
private struct Tree: Reducer {
  struct State: Sendable, Identifiable {
    let id: Int
    var branches: [State] = []
    var leaf = LoadableState<NoRequest, String>()
  }

  enum Action: Sendable {
    indirect case branch(Int, Action)
    case leaf(LoadingAction<NoRequest, String, Never>)
  }

  let load: @Sendable () async throws -> String

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .forEach(\.branches, action: .branch) { self }
      .loadable(state: \.leaf, action: .leaf) { [load] _ in try await load() }
  }
}

extension CasePath<Tree.Action, (Int, Tree.Action)> {
  fileprivate static let branch = Self(Tree.Action.branch) {
    if case .branch(let id, let action) = $0 { (id, action) } else { nil }
  }
}

extension CasePath<Tree.Action, LoadingAction<NoRequest, String, Never>> {
  fileprivate static let leaf = Self(Tree.Action.leaf) {
    if case .leaf(let action) = $0 { action } else { nil }
  }
}

extension Marbles {
  /// Receives the values of a stream until it is stopped.
  fileprivate func seeing(_ ticks: MarbleCold<String, Never>) -> Effect<Counter.Action> {
    Effect.publisher { ticks.map { Counter.Action.see($0) } }.cancellable(id: "work")
  }
}
