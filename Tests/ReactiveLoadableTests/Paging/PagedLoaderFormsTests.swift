import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The forms of load functions, intents as streams, and the policies that pages share with other
/// loads.
@Suite struct `A paged loader and its inputs (P1, P3, P10)` {
  private struct Refused: Error, Equatable {}

  @Test func `any error becomes a LoadError, and so do invalid pages`() async {
    let rows = PagedLoader { (page: PageRequest<String, Int>) in
      if page.key == "bad" { throw Refused() }
      return Page([Row(id: page.cursor ?? 0)], next: 1)
    }
    #expect(await rows.load("bad").outcome().error == LoadError(Refused()))
    await rows.load("a").outcome()
    await rows.next().outcome()
    #expect(rows.state.value?.append.error == LoadError(PagingError.repeatedCursor))
    #expect(rows.state.value?.map(\.id) == [0, 1])
  }

  @Test(.needsImmediateTasks) func `a loader of one list needs no key`() async {
    let rows = PagedLoader { (page: PageRequest<NoRequest, Int>) in
      Page([Row(id: page.cursor ?? 0)], next: page.cursor == nil ? 1 : nil)
    }
    rows.next()
    #expect(rows.state.value?.count == 1)
    #expect(await rows.loadIfNeeded().outcome() == .skipped(.fresh))
    await rows.next().outcome()
    #expect(rows.state.value?.append == .complete)
    await rows.load().outcome()
    #expect(rows.state.value?.count == 1)
  }

  @Test func `keys and intents are streams, and end with the loader`() {
    marbles { m in
      let rows = m.rows([
        "a": m.pages("-1|"), "a2": m.pages("-2|"), "b": m.pages("-3|"),
      ])
      rows.loadIfNeeded(on: m.hot("-a---b---a"))
      rows.perform(.next, on: m.hot("---n"))
      rows.perform(.refresh, on: m.hot("-------r").elements)
      rows.perform(on: m.hot("------------c").map { _ in PagedIntent.clear })
      m.expect(
        rows.sketches,
        "nl1a2lCLC2--n",
        rowStates.merging(["C": "56.", "L": "r56."]) { $1 }
      )
    }
  }

  /// A page has two rows, 11 and 12, so that no index is an id.
  @Test func `a visible row is named by its id, or at its index`() {
    marbles { m in
      let pages = ["x": RowPage([11, 12], next: 2), "y": RowPage([13, 14], next: 3)]
      let rows = m.rows(
        ["a": m.pages("-x|", pages), "a2": m.pages("-y|", pages), "a3": m.pages("-3|")],
        PagingPolicy(prefetchDistance: 1)
      )
      rows.load("a")
      m.hot("--v") { _ in rows.perform(.visible(1)) }
      m.hot("---v") { _ in rows.perform(.visible(12)) }
      m.hot("-----v") { _ in rows.perform(.visible(at: 14)) }
      m.hot("------v") { _ in rows.perform(.visible(at: 3)) }
      m.expect(
        rows.states.compactMap(\.value?.count).removeDuplicates(),
        "-2--4--6",
        ["2": 2, "4": 4, "6": 6]
      )
    }
  }

  @Test func `a subscription loads if needed`() {
    marbles { m in
      let first = m.pages("-1|")
      let rows = m.rows(["a": first])
      rows.loadWhenObserved("a")
      let view = m.keep(Owned(AnyCancellable {}))
      m.hot("--o---o") { _ in view.object = rows.states.sink { _ in } }
      m.hot("----x") { _ in view.object = nil }
      m.expectSubscriptions(first, ["--^!"])
    }
  }

  @Test func `a page is retried before the failure is published, and the attempt is visible`() {
    marbles { m in
      let policy = PagingPolicy(load: LoadPolicy(retry: .constant(.milliseconds(20), limit: 1)))
      let rows = m.loadedRows(["a2": m.pages("-#", then: ["-#", "-#", "-2|"])], policy)
      m.hot("-----n") { _ in rows.next() }
      m.hot("-----------r") { _ in rows.retry() }
      m.hot("-------------n") { _ in rows.next() }
      m.expect(
        rows.sketches,
        "nl-1-aA--e-aA-2",
        rowStates.merging(["A": "12+1"]) { $1 }
      )
    }
  }

  @Test func `the delay before a page is loaded again depends on the error`() {
    marbles { m in
      let retry = RetryPolicy(limit: 1) { _, error in
        error as? SampleError == .first ? .milliseconds(20) : .zero
      }
      let rows = m.loadedRows(
        ["a2": m.pages("-#", then: ["-2|"])],
        PagingPolicy(load: LoadPolicy(retry: retry))
      )
      m.hot("-----n") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1-aA--2", rowStates.merging(["A": "12+1"]) { $1 })
    }
  }

  @Test func `each page has the full timeout`() {
    marbles { m in
      let limit = LoadTimeout(load: .milliseconds(30), failure: SampleError.first)
      let policy = PagingPolicy(load: LoadPolicy(timeout: limit))
      let rows = m.loadedRows(["a2": m.pages("--2|", then: ["--2|", "-----2|"])], policy)
      m.hot("-----n") { _ in rows.next() }
      m.hot("---------d------d") { _ in rows.refreshAllPages() }
      m.expect(
        rows.sketches,
        "nl-1-a-2-R-R-2--R-R--F",
        rowStates.merging(["F": "f1234…"]) { $1 }
      )
    }
  }

  @Test func `an error that counts as a cancellation is no failure, of a list or of an end`() {
    marbles { m in
      let gone = m.cold("--#", rowPages, failure: SampleError.second)
      let rows = m.rows(["a": m.pages("--1|"), "a2": gone, "b": gone])
      m.hot("-a-----b") { rows.load($0) }
      m.hot("----n") { _ in rows.next() }
      m.expect(rows.sketches, "nl-1a-1l-1", rowStates)
    }
  }

  @Test func `a stale cached list is visible immediately and refreshed`() {
    marbles { m in
      let policy = PagingPolicy(load: LoadPolicy(freshness: .lasting(.milliseconds(60))))
      let rows = m.rows(["a": m.pages("-1|"), "b": m.pages("-3|")], policy)
      m.hot("-a--b-a--b-a") { rows.loadIfNeeded($0) }
      m.expect(
        rows.sketches,
        "nl1-lC1--C-rE",
        rowStates.merging(["C": "56.", "r": "r12…", "E": "12…"]) { $1 }
      )
    }
  }

  @Test func `an activity counts every load, and is zero after all`() {
    marbles { m in
      let activity = LoadActivity()
      let rows = m.loadedRows([:], PagingPolicy(load: LoadPolicy(activity: activity)))
      m.hot("-----n") { _ in rows.next() }
      m.hot("------r") { _ in rows.refresh() }
      m.hot("---------c") { _ in rows.cancel() }
      m.expect(activity.counts, "01-0-12-1c", ["0": 0, "1": 1, "2": 2, "c": 0])
    }
  }

  @Test func `the number of cached lists is limited, and the last ones stay`() {
    marbles { m in
      let first = m.pages("-1|")
      let rows = m.rows(
        ["a": first, "b": m.pages("-2|"), "c": m.pages("-3|")],
        PagingPolicy(cachedLists: 1)
      )
      m.hot("-a--b--a--b--c--a") { rows.loadIfNeeded($0) }
      m.expectSubscriptions(first, ["-^!", "----------------^!"])
    }
  }
}
