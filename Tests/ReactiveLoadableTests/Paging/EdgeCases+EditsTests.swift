import LoadableTesting
import ReactiveLoadable
import Testing

/// An edit covers responses requested before it, and no others.
@Suite struct `Edge cases of paging: edits and newer responses (P7)` {
  private static let states = rowStates.merging([
    "s": "r1!2…", "w": "r112…", "x": "r11!2…", "E": "1!2…",
  ]) { $1 }

  @Test func `a refresh that starts after an edit shows the server's response`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["----1|", "--1|"])])
      m.hot("-----r--r") { _ in rows.refresh() }
      m.hot("------e") { _ in rows.edit(1) { $0.text = "!" } }
      m.hot("-------i") { _ in rows.invalidate() }
      m.expect(rows.states.map(\.sketch).removeDuplicates(), "nl-1-rs---1", Self.states)
    }
  }

  @Test func `an attempt of a retry that starts after an edit shows the server's response`() {
    marbles { m in
      let policy = PagingPolicy(load: LoadPolicy(retry: .constant(.milliseconds(20), limit: 1)))
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["-#", "--1|"])], policy)
      m.hot("-----r") { _ in rows.refresh() }
      m.hot("-------e") { _ in rows.edit(1) { $0.text = "!" } }
      m.expect(rows.sketches, "nl-1-rwx--1", Self.states)
    }
  }

  @Test func `an edit during the attempt of a retry covers its response`() {
    marbles { m in
      let policy = PagingPolicy(load: LoadPolicy(retry: .constant(.milliseconds(20), limit: 1)))
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["-#", "--1|"])], policy)
      m.hot("-----r") { _ in rows.refresh() }
      m.hot("---------e") { _ in rows.edit(1) { $0.text = "!" } }
      m.expect(rows.sketches, "nl-1-rw--xE", Self.states)
    }
  }

  @Test func `an item that a newer first page contains again is visible, removed or not`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--1|", then: ["----1|", "--1|"])])
      m.hot("-----r--r") { _ in rows.refresh() }
      m.hot("------e") { _ in rows.remove(1) }
      m.hot("-------i") { _ in rows.invalidate() }
      m.at(.milliseconds(200)) { #expect(rows.state.sketch == "12…") }
    }
  }

  /// Page one is requested at 100 ms, page two at 120 ms; the edits are between.
  private func refreshAllPages(_ edit: @escaping (RowLoader) -> Void, _ expected: String) {
    marbles { m in
      let rows = m.loadedRows()
      m.hot("-----n") { _ in rows.next() }
      m.hot("----------d") { _ in rows.refreshAllPages() }
      m.hot("-----------e") { _ in edit(rows) }
      m.expect(
        rows.states.compactMap(\.value).map(\.sketch).removeDuplicates(),
        "---1-a-2------z",
        rowStates.merging(["z": expected]) { $1 }
      )
    }
  }

  @Test func `an edit covers the pages of a deep refresh that were requested before it`() {
    refreshAllPages(
      {
        $0.edit(1) { $0.text = "!" }
        $0.remove(2)
        $0.edit(3) { $0.text = "!" }
        $0.remove(4)
      },
      "1!34…"
    )
  }

  @Test func `an inserted item is replaced by that of a page requested later`() {
    refreshAllPages(
      {
        $0.insert(9)
        $0.insert(Row(id: 3, text: "+"))
        $0.insert(8, at: .end)
      },
      "912348…"
    )
  }

  @Test func `edits between a failed page and its retry cover only the pages before it`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--2|", then: ["-#", "--2|"])])
      m.hot("-----n") { _ in rows.next() }
      m.hot("----------d") { _ in rows.refreshAllPages() }
      m.hot("----------------e") { _ in
        rows.edit(1) { $0.text = "!" }
        rows.edit(3) { $0.text = "!" }
      }
      m.hot("------------------t") { _ in rows.retry() }
      m.at(.milliseconds(300)) { #expect(rows.state.sketch == "1!234…") }
    }
  }

  // MARK: In a queue

  /// A list that is refreshed while another load occupies the queue from 50 to 100 ms; the edits
  /// are at 70 ms, and the server has them at the request.
  private func queued(
    _ refresh: @escaping (RowLoader) -> Void,
    pages: [String: RowPage],
    _ edit: @escaping (RowLoader) -> Void,
    _ expected: String
  ) {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (first: m.pages("-1|", then: ["-z|"], pages), other: m.text("-----A|"))
      let rows = m.rows(["a": work.first], PagingPolicy(load: LoadPolicy(queue: queue)))
      let other = m.keep(Loader(policy: LoadPolicy(queue: queue)) { try await work.other() })
      m.hot("-l") { _ in rows.load("a") }
      m.hot("-----o") { _ in other.load() }
      m.hot("------r") { _ in refresh(rows) }
      m.hot("-------e") { _ in edit(rows) }
      m.at(.milliseconds(300)) { #expect(rows.state.sketch == expected) }
    }
  }

  @Test(arguments: [false, true])
  func `a request is as old as its turn in the queue`(isDeep: Bool) {
    queued(
      { rows in if isDeep { rows.refreshAllPages() } else { rows.refresh() } },
      pages: ["z": Page([Row(id: 1, text: "+"), 2, 3], next: nil)],
      {
        $0.edit(1) { $0.text += "+" }
        $0.remove(2)
        $0.insert(Row(id: 3, text: "!"))
      },
      "1+23."
    )
  }

  @Test func `an edit after that turn covers the response`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (first: m.pages("-1|", then: ["----1|"]), other: m.text("---A|"))
      let rows = m.rows(["a": work.first], PagingPolicy(load: LoadPolicy(queue: queue)))
      let other = m.keep(Loader(policy: LoadPolicy(queue: queue)) { try await work.other() })
      m.hot("-l") { _ in rows.load("a") }
      m.hot("-----o") { _ in other.load() }
      m.hot("------r") { _ in rows.refresh() }
      m.hot("----------e") { _ in rows.edit(1) { $0.text = "!" } }
      m.at(.milliseconds(300)) { #expect(rows.state.sketch == "1!2…") }
    }
  }
}
