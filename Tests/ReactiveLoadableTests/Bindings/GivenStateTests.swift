import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Models for previews and tests of views: they stay in a given state, whatever a view calls.
@Suite struct `A given state (V9)` {
  typealias State = Loadable<String, SampleError>
  typealias Model = LoaderModel<Loader<String, String, SampleError>>
  typealias List = PagedList<String, Row, LoadError>

  struct Row: Identifiable, Sendable, Equatable {
    let id: Int
  }

  private static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "r": .loading(previous: "A"), "A": .loaded("A"),
    "f": .failed(.first, previous: "A"),
  ]

  @Test func `a model of the state loading ignores the intents of its view`() {
    marbles(on: MainActor.shared) { m in
      let model = m.keep(Model(state: .loading))
      m.hot("-a--") { key in model.appear(key) }
      m.hot("--s-") { value in model.loader.set(value) }
      m.expect(reading: { model.state }, "l---", Self.states)
    }
  }

  @Test(arguments: ["n", "l", "r", "A", "f"])
  func `a model stays in its state after every intent of its views and its loader`(state: String) {
    marbles(on: MainActor.shared) { m in
      let model = m.keep(Model(state: Self.states[state] ?? .notRequested))
      let (loader, keys) = (model.loader, m.hot("-k"))
      loader.load(on: keys)
      let write = m.cold("--w|")
      let edit = m.keep(
        Mutation(editing: loader) { (_: Int, value) in
          value += "!"
        } write: { _ in
          _ = try await write()
        }
      )
      let intents: [LoadIntent<String, String>] = [
        .load("k"), .loadIfNeeded("k"), .refresh, .revalidate, .retry, .cancel, .reset, .set("B"),
        .invalidate,
      ]
      m.at(.milliseconds(20)) {
        model.appear("k")
        model.retry()
        model.disappear()
        for intent in intents { loader.perform(intent) }
        edit.run(1)
      }
      m.expect(reading: { model.state }, state, Self.states)
      m.expect(loader.states, state, Self.states)
    }
  }

  @Test @MainActor func `an awaited intent returns immediately, and starts no load`() async {
    let model = Model(state: .failed(.first))
    #expect(await model.refresh() == .skipped(.noLoad))
    #expect(await model.retry().outcome() == .skipped(.noLoad))
    #expect(await model.loader.load("k").outcome() == .skipped(.noLoad))
    #expect(model.state == .failed(.first))
    #expect("\(model)" == "LoaderModel: failed(error: first)")
  }

  @Test func `a model of a list stays in its state`() {
    marbles(on: MainActor.shared) { m in
      let list = List(key: "k", [Row(id: 1), Row(id: 2)], append: .loading)
      let model = m.keep(PagedModel<String, Int, Row>(state: .loaded(list)))
      m.at(.milliseconds(10)) {
        model.appear("other")
        model.visible(1)
        model.visible(at: 1)
        model.next()
        model.loader.edit(1) { $0 = Row(id: 1) }
        model.loader.insert(Row(id: 3))
        model.loader.remove(1)
        model.loader.reset()
      }
      m.hot("-r") { _ in Task { await model.refreshAllPages() } }
      m.expect(reading: { model.state.latest.map { $0.map(\.id) } ?? [] }, "l", ["l": [1, 2]])
      m.at(.milliseconds(20)) { #expect("\(model.state.latest?.append ?? .idle)" == "loading") }
    }
  }

  @Test(arguments: ["n", "l", "r", "A", "f"])
  func `a row stays in its state, and has no key`(state: String) {
    marbles(on: MainActor.shared) { m in
      let row = m.keep(
        KeyedModel<LoaderCache<String, String, SampleError>>(
          state: Self.states[state] ?? .notRequested
        )
      )
      m.hot("-s-r-x-0") { act in
        switch act {
        case "r": row.retry()
        case "x": row.disappear()
        case "0": row.clear()
        case let key: row.show(key)
        }
        #expect(row.key == nil)
        #expect(!row.isHit)
      }
      m.hot("--p") { _ in Task { await row.refresh() } }
      m.expect(reading: { row.state }, state, Self.states)
      m.expect(row.states, state, Self.states)
    }
  }
}
