import LoadableTesting
import Observation
import ReactiveLoadable
import TestSupport
import Testing

/// A list in a view, the rules of a loader in a view, and its life after
/// the view.
@Suite struct `A list in a view (V5, V6, V7, V8, P2)` {
  private static let states = [
    "n": "n", "l": "l", "f": "f", "t": "t", "A": "12…", "B": "34…", "a": "12+", "e": "12!",
    "2": "1234…", "b": "1234+", "3": "123456.", "r": "r12…", "R": "r1234…",
  ]

  private struct Pages {
    let (a, a2, b): (RowWork, RowWork, RowWork)
    let rows: RowLoader

    init(_ m: Marbles, a2: RowWork? = nil) {
      a = m.pages("--1|")
      self.a2 = a2 ?? m.pages("--2|")
      b = m.pages("--2|")
      rows = m.rows(
        ["a": a, "a2": self.a2, "b": b, "a3": m.pages("--3|")],
        PagingPolicy(prefetchDistance: 1)
      )
    }
  }

  // MARK: Appearing and scrolling

  @Test func `appearing loads, rows that become visible load pages, and each change is readable`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m)
      let model = m.keep(LoaderModel(pages.rows))
      m.hot("-a-----a") { model.appear($0) }
      m.hot("-----v") { _ in model.visible(2) }
      m.hot("---------v") { _ in model.visible(at: 3) }
      m.expect(reading: { model.state.sketch }, "nl-A-a-2-b-3", Self.states)
      m.expectSubscriptions(pages.a, ["-^-!"])
      m.expectSubscriptions(pages.a2, ["-----^-!"])
    }
  }

  @Test func `a retry loads a failed page again`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m, a2: m.pages("-#", then: ["--2|"]))
      let model = m.keep(LoaderModel(pages.rows))
      m.hot("-a") { model.appear($0) }
      m.hot("-----n--n") { _ in model.next() }
      m.hot("------------r") { _ in model.retry() }
      m.expect(reading: { model.state.sketch }, "nl-A-ae-----a-2", Self.states)
    }
  }

  // MARK: Intents

  @Test func `a pull keeps the rows, and returns its outcome`() {
    marbles(on: MainActor.shared) { m in
      let (model, counts) = (m.keep(LoaderModel(Pages(m).rows)), Log<Int?>())
      m.hot("-a") { model.appear($0) }
      m.hot("-----n") { _ in model.next() }
      m.hot("---------r") { _ in Task { counts.note(await model.refresh().value?.count) } }
      m.expect(reading: { model.state.sketch }, "nl-A-a-2-R-A", Self.states)
      m.at(.milliseconds(120)) { #expect(counts.entries == [2]) }
    }
  }

  @Test func `a deep pull keeps the length of the list`() {
    marbles(on: MainActor.shared) { m in
      let (model, counts) = (m.keep(LoaderModel(Pages(m).rows)), Log<Int?>())
      m.hot("-a") { model.appear($0) }
      m.hot("-----n") { _ in model.next() }
      m.hot("---------r") { _ in Task { counts.note(await model.refreshAllPages().value?.count) } }
      m.expect(reading: { model.state.latest?.count ?? 0 }, "0--2---4")
      m.at(.milliseconds(150)) { #expect(counts.entries == [4]) }
    }
  }

  @Test func `a cancel restores the last state, a clear keeps the list cached, a reset does not`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m)
      let model = m.keep(LoaderModel(pages.rows))
      m.hot("-a---a-a-a") { model.loader.loadIfNeeded($0) }
      m.hot("--c") { _ in model.loader.cancel() }
      m.hot("--------c") { _ in model.loader.clear() }
      m.hot("----------r") { _ in model.loader.reset() }
      m.hot("-----------a") { model.loader.load($0) }
      m.expect(reading: { model.state.sketch }, "nln--l-AnAnl-A", Self.states)
      m.expectSubscriptions(pages.a, ["-^!", "-----^-!", "-----------^-!"])
    }
  }

  @Test(.needsImmediateTasks) func `edits are visible when the call returns`() {
    marbles(on: MainActor.shared) { m in
      let model = m.keep(LoaderModel(Pages(m).rows))
      m.hot("-a") { model.appear($0) }
      m.at(.milliseconds(50)) {
        #expect(model.loader.edit(2) { $0.text = "x" })
        #expect(model.state.sketch == "12x…")
        #expect(model.loader.remove(1))
        #expect(!model.loader.remove(1))
        #expect(model.loader.insert(9))
        #expect(model.loader.insert(7, at: .after(2)))
        #expect(model.state.sketch == "92x7…")
      }
    }
  }

  @Test func `a list may start in the middle`() {
    marbles(on: MainActor.shared) { m in
      let pages = ["5": RowPage([5, 6], next: nil, previous: 3), "3": RowPage([3, 4], next: 5)]
      let rows = m.rows(["a": m.pages("--5|", pages), "a3": m.pages("--3|", pages)])
      let model = m.keep(LoaderModel(rows))
      m.hot("-a") { model.appear($0) }
      m.hot("-----p") { _ in model.loader.previous() }
      let states = ["n": "n", "l": "l", "5": "…56.", "p": "+56.", "3": "3456."]
      m.expect(reading: { model.state.sketch }, "nl-5-p-3", states)
    }
  }

  // MARK: Disappearing

  @Test func `the last view that disappears cancels if the policy says so, and the rows stay`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m)
      let model = m.keep(LoaderModel(pages.rows, onDisappear: .cancelLoad))
      m.hot("-a") { model.appear($0) }
      m.hot("-----n") { _ in model.next() }
      m.hot("------l") { _ in model.disappear() }
      m.expect(reading: { model.state.sketch }, "nl-A-aA", Self.states)
      m.expectSubscriptions(pages.a2, ["-----^!"])
    }
  }

  // MARK: Keeping lists

  @Test func `a second view of the same loader has the rows, and requests nothing`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m)
      let screen = m.keep(Screen(LoaderModel(pages.rows)))
      m.hot("-a------------a") { key in
        let isNew = screen.model == nil
        let model = screen.model ?? LoaderModel(pages.rows)
        if isNew { #expect(model.state.sketch == "1234…") }
        screen.model = model
        model.appear(key)
      }
      m.hot("-----n") { _ in screen.model?.next() }
      m.hot("----------d") { _ in screen.model = nil }
      m.expect(
        reading: { screen.model?.state.sketch ?? "-" },
        "nl-A-a-2--g---2",
        Self.states.merging(["g": "-"]) { $1 }
      )
      m.expectSubscriptions(pages.a, ["-^-!"])
      m.expectSubscriptions(pages.a2, ["-----^-!"])
    }
  }

  @Test func `a page that was in flight when the view disappeared is visible when it reappears`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m)
      let screen = m.keep(Screen(LoaderModel(pages.rows)))
      m.hot("-a") { screen.model?.appear($0) }
      m.hot("-----n") { _ in screen.model?.next() }
      m.hot("------d") { _ in screen.model = nil }
      m.hot("----------a") { key in
        screen.model = LoaderModel(pages.rows)
        screen.model?.appear(key)
      }
      m.at(.milliseconds(100)) { #expect(screen.model?.state.sketch == "1234…") }
      m.expectSubscriptions(pages.a2, ["-----^-!"])
    }
  }

  @Test func `switching to another list and back shows the first one at its full length`() {
    marbles(on: MainActor.shared) { m in
      let pages = Pages(m)
      let model = m.keep(LoaderModel(pages.rows))
      m.hot("-a--------b----a") { model.appear($0) }
      m.hot("-----n") { _ in model.next() }
      m.expect(reading: { model.state.sketch }, "nl-A-a-2--l-B--2", Self.states)
      m.expectSubscriptions(pages.a, ["-^-!"])
      m.expectSubscriptions(pages.a2, ["-----^-!"])
    }
  }

  @Test func `dropping the model cancels the loads if it was the last owner of the loader`() {
    marbles(on: MainActor.shared) { m in
      let work = m.pages("------1|")
      let screen = Screen(
        LoaderModel(
          RowLoader(failure: { _ in .second }) { _ async throws(SampleError) in
            try await work(orCancelled: .second)
          }
        )
      )
      m.hot("-a") { screen.model?.appear($0) }
      m.hot("---d") { _ in screen.model = nil }
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  // MARK: Publishing

  @Test(.needsImmediateTasks) @MainActor func `observation reports before each change`() async {
    let model = PagedModel(list)
    let seen = Log<String>()
    observe(model, seen)
    model.loader.load()
    await model.next().outcome()
    #expect(seen.entries == ["not requested", "loading", "2 rows, idle", "2 rows, loading"])
    #expect(short(model.state) == "4 rows, complete")
  }

  private var list: PagedLoader<NoRequest, Int, Row, LoadError> {
    PagedLoader { (page: PageRequest<NoRequest, Int>) in
      page.cursor == nil ? RowPage([1, 2], next: 2) : RowPage([3, 4], next: nil)
    }
  }

  @MainActor private func observe(
    _ model: PagedModel<NoRequest, Int, Row>,
    _ log: Log<String>
  ) {
    withObservationTracking {
      _ = model.state
    } onChange: {
      MainActor.assumeIsolated {
        log.note(short(model.state))
        observe(model, log)
      }
    }
  }
}

private func short(_ state: Loadable<PagedList<NoRequest, Row, LoadError>, LoadError>) -> String {
  switch state {
  case .notRequested: "not requested"
  case .loading: "loading"
  case .failed: "failed"
  case .loaded(let list):
    "\(list.count) rows, \(list.append.isComplete ? "complete" : list.append.isLoading ? "loading" : "idle")"
  }
}

/// A screen that owns its model.
@MainActor private final class Screen {
  var model: LoaderModel<RowLoader>?
  init(_ model: LoaderModel<RowLoader>) { self.model = model }
}
