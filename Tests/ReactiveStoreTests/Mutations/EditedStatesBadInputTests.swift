import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import ReactiveStore
import TestSupport
import Testing

/// Edits that make no sense, many of them, and edits of children with actions.
@Suite struct `Unusual edits of a state (S20)` {
  private typealias Row = EditedShelf.Row
  private typealias Rows = PagedState<NoRequest, Int, Row>

  private struct State: Sendable, Equatable {
    var rows = Rows(Page([Row(id: 1, text: "A")], next: nil))
    var text = LoadableState<NoRequest, String>("A")
    var one = MutationState<String, String>()
    var other = MutationState<String, String>()
  }

  private enum Action: Sendable {
    case one(MutationAction<String, String>)
    case other(MutationAction<String, String>)

    static let onePath = CasePath<Action, MutationAction<String, String>>(Action.one) {
      if case .one(let action) = $0 { action } else { nil }
    }
    static let otherPath = CasePath<Action, MutationAction<String, String>>(Action.other) {
      if case .other(let action) = $0 { action } else { nil }
    }
  }

  private func store(
    editing targets: [StateTarget<State, String, String>],
    write: @escaping @Sendable (String) async throws -> String
  ) -> Store<State, Action> {
    Store(State()) {
      EmptyReducer<State, Action>()
        .mutation(
          state: \.one,
          action: Action.onePath,
          policy: MutationPolicy(overlap: .concurrent),
          editing: targets
        ) { input, _ in try await write(input) }
        .mutation(
          state: \.other,
          action: Action.otherPath,
          policy: MutationPolicy(overlap: .concurrent),
          editing: targets
        ) { input, _ in try await write(input) }
    }
  }

  @Test func `an edit that changes the id of its item changes nothing`() {
    marbles { m in
      let answer = m.cold("--w|")
      let store = m.keep(
        store(editing: [.list(\.rows) { _ in [.change(1) { $0 = Row(id: 9, text: "x") }] }]) { _ in
          try await answer()
        }
      )
      m.at(.milliseconds(10)) { store.send(.one(.run("x"))) }
      for time in [15, 50] {
        m.at(.milliseconds(time)) { #expect(store.state.rows == State().rows) }
      }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `an edit of an item that no list has changes nothing`() {
    marbles { m in
      let answer = m.cold("--#", failure: Broken())
      let store = m.keep(
        store(editing: [.list(\.rows) { _ in [.change(7) { $0.text = "x" }, .remove(8)] }]) { _ in
          try await answer()
        }
      )
      m.at(.milliseconds(10)) { store.send(.one(.run("x"))) }
      for time in [15, 50] {
        m.at(.milliseconds(time)) { #expect(store.state.rows == State().rows) }
      }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `two mutations that edit one field are rolled back alone, in any order`() {
    marbles { m in
      let answers = m.responses(to: ["x": "---#", "y": "--#", "z": "-----w|"], failure: Broken())
      let store = m.keep(
        store(editing: [.loadable(\.text) { $1 += $0 }]) { try await answers($0) }
      )
      m.at(.milliseconds(10)) {
        store.send(.one(.run("x")))
        store.send(.other(.run("y")))
        store.send(.one(.run("z")))
      }
      let texts = store.states.map { $0.text.value ?? "" }.removeDuplicates()
      m.expect(
        texts,
        "A(BCD)-EF",
        ["A": "A", "B": "Ax", "C": "Axy", "D": "Axyz", "E": "Axz", "F": "Az"]
      )
      m.at(.milliseconds(90)) { #expect(store.state.text.value == "Az") }
    }
  }

  @Test func `an item that the server deletes is removed by the refresh, and the write continues`()
  {
    marbles { m in
      let scene = ShelfScene(m, ["x": "-----#"])
      m.hot("----x") { scene.store.send(.write(.run($0))) }
      m.at(.milliseconds(50)) {
        scene.store.send(.rows(.edit(.remove(1))))
        #expect(scene.store.state.rows.value?.map(\.id) == [])
      }
      m.at(.milliseconds(120)) {
        // The empty list has loaded its next page.
        #expect(scene.store.state.rows.value?.map(\.id) == [2])
        #expect(scene.store.state.badge.value == "A")
      }
    }
  }

  @Test func `thousands of writes in a turn edit, and end, each`() {
    marbles { m in
      let gate = m.cold("--w|")
      let store = m.keep(
        Store(ManyEdits.State()) { ManyEdits { _ in try await gate() } }
      )
      m.at(.milliseconds(10)) {
        for number in 0..<ManyEdits.count { store.send(.run(number)) }
        #expect(store.state.ids.value?.count == ManyEdits.count)
        store.send(.cancel)
        #expect(store.state.ids.value?.isEmpty == true)
      }
      m.at(.milliseconds(50)) { #expect(!store.state.write.mutationHasWrites) }
    }
  }
}

private struct ManyEdits: Reducer {
  static let count = 4_000

  struct State: Sendable {
    var ids = LoadableState<NoRequest, Set<Int>>([])
    var write = MutationState<Int, String>()
  }

  let write: @Sendable (Int) async throws -> String

  var body: some Reducer<State, MutationAction<Int, String>> {
    EmptyReducer()
      .mutation(
        state: \.write,
        action: .itself,
        editing: [.loadable(\.ids) { id, ids in ids.insert(id) }]
      ) { id, _ in try await write(id) }
  }
}

extension MutationState {
  fileprivate var mutationHasWrites: Bool { history.contains { $0.isOpen } }
}

// MARK: Children with actions

/// A child with actions that a write of its parent edits.
private struct Desk: Reducer {
  struct State: Sendable, Equatable {
    var note = LoadableState<NoRequest, Note>()
    var write = MutationState<String, String>()
    var sent: [String] = []
  }

  struct Note: Codable, Sendable, Equatable {
    var text: String
    var draft = ""

    enum Action: Sendable, Equatable { case typed(String), share, shared(String) }
  }

  enum Action: Sendable, Equatable {
    case note(LoadingAction<NoRequest, Note, Note.Action>)
    case write(MutationAction<String, String>)
  }

  var records: SavedValues<NoRequest, Note>
  let load: @Sendable () async throws -> String
  let write: @Sendable (String) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .note(.loaded(.shared(let text))) = action { state.sent.append(text) }
      return .none
    }
    .loadable(
      state: \.note,
      action: .note,
      merge: { $0.draft = $1.draft + "m" + $1.text },
      child: {
        Reduce { note, action in
          switch action {
          case .typed(let text): note.draft += text
          case .share: return .send(.shared(note.text))
          case .shared: break
          }
          return .none
        }
      },
      load: { _, _ in Note(text: try await load()) }
    )
    .saved(records)
    .mutation(
      state: \.write,
      action: .write,
      editing: [.loadable(\.note) { $1.text += $0 }]
    ) { input, _ in try await write(input) }
  }
}

extension CasePath<Desk.Action, LoadingAction<NoRequest, Desk.Note, Desk.Note.Action>> {
  fileprivate static let note = Self(Desk.Action.note) {
    if case .note(let action) = $0 { action } else { nil }
  }
}

extension CasePath<Desk.Action, MutationAction<String, String>> {
  fileprivate static let write = Self(Desk.Action.write) {
    if case .write(let action) = $0 { action } else { nil }
  }
}

@Suite struct `Edits of a child with actions (S20)` {
  private func desk(
    _ m: Marbles,
    write: String,
    disk: MemoryStore = MemoryStore()
  ) -> Store<Desk.State, Desk.Action> {
    let (loads, writes) = (m.cold("-A|", then: ["-B|"]), m.cold(write, failure: Broken()))
    let store = m.keep(
      Store(Desk.State()) {
        Desk(records: .json("note", version: 1, in: disk)) {
          try await loads()
        } write: { _ in
          try await writes()
        }
      }
    )
    m.at(.milliseconds(10)) { store.send(.note(.load)) }
    m.at(.milliseconds(30)) { store.send(.write(.run("x"))) }
    return store
  }

  @Test func `an action of the child keeps its change when the edit is rolled back`() {
    marbles { m in
      let store = desk(m, write: "---#")
      m.at(.milliseconds(40)) { store.send(.note(.loaded(.typed("t")))) }
      m.at(.milliseconds(45)) {
        #expect(store.state.note.value == Desk.Note(text: "Ax", draft: "t"))
      }
      m.at(.milliseconds(70)) {
        #expect(store.state.note.value == Desk.Note(text: "A", draft: "t"))
      }
    }
  }

  @Test func `the effects of an action of the child are those for the visible child`() {
    marbles { m in
      let store = desk(m, write: "---#")
      m.at(.milliseconds(40)) { store.send(.note(.loaded(.share))) }
      m.at(.milliseconds(80)) {
        #expect(store.state.sent == ["Ax"])
        #expect(store.state.note.value?.text == "A")
      }
    }
  }

  @Test func `a merge receives the confirmed child, so that it keeps no edit`() {
    marbles { m in
      let store = desk(m, write: "-----#")
      m.at(.milliseconds(40)) { store.send(.note(.refresh)) }
      m.at(.milliseconds(60)) {
        #expect(store.state.note.value == Desk.Note(text: "Bx", draft: "mA"))
      }
      m.at(.milliseconds(90)) {
        #expect(store.state.note.value == Desk.Note(text: "B", draft: "mA"))
      }
    }
  }

  @Test(arguments: [("---w|", "Ax"), ("---#", "A")])
  func `an edit is saved in the record when its write has succeeded`(write: String, text: String) {
    marbles { m in
      let disk = MemoryStore()
      let store = desk(m, write: write, disk: disk)
      let saved = Log<String>()
      for time in [55, 75] {
        m.at(.milliseconds(time)) {
          Task {
            saved.note(
              String(decoding: await disk.record(for: "note")?.body ?? Data(), as: UTF8.self)
            )
          }
        }
      }
      m.at(.milliseconds(90)) {
        #expect(store.state.note.value?.text == text)
        #expect(saved.entries.count == 2)
        #expect(saved.entries.first?.contains("\"A\"") == true)
        #expect(saved.entries.last?.contains("\"\(text)\"") == true)
      }
    }
  }
}
