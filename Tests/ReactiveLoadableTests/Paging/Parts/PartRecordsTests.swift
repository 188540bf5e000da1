import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Parts of pages next to records, observers, rows and policies.
@Suite struct `Parts are not saved (P11, P12)` {
  private static let saved = ListRecords.Record(pages: [Page([8, 9], next: 7)])
  private static let states = rowStates.merging([
    "P": "l1+", "S": "l89…@~", "Q": "l178+", "F": "f178…", "U": "123+",
  ]) { $1 }

  @Test func `a list is saved when its page has loaded, and not before`() {
    marbles { m in
      let records = m.listRecords()
      let rows = m.rows(["a": m.parts("-p-1"), "a2": m.parts("-u-#")], saved: records, count: 2)
      m.hot("-o-----n") { if $0 == "o" { rows.load("a") } else { rows.next() } }
      m.hot("-----------e") { _ in rows.edit(3) { $0.text = "x" } }
      let states = Self.states.merging(["X": "123!", "E": "123x!"]) { $1 }
      m.expect(rows.savedSketches, "nl-P-1-aU-XE", states)
      m.at(.milliseconds(190)) { #expect(records.notes.entries == ["a?", "a loaded 12>2"]) }
    }
  }

  @Test func `a part replaces a saved list, and stays after a failure`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved])
      let rows = m.rows(["a": m.parts("-pq#")], saved: records)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-------e") { _ in
        rows.edit(7) { $0.text = "x" }
        rows.invalidate()
      }
      let states = Self.states.merging(["E": "f17x8…"]) { $1 }
      m.expect(rows.savedSketches, "nlS-QF-E", states)
      m.at(.milliseconds(190)) { #expect(records.notes.entries == ["a?"]) }
    }
  }

  @Test func `the record is read again after a failed first page with a part`() {
    marbles { m in
      let records = m.listRecords(["a": Self.saved])
      let rows = m.rows(["a": m.parts("-q#", "--1")], saved: records)
      m.hot("-o---o") { _ in rows.load("a") }
      let states = Self.states.merging(["r": "l178…"]) { $1 }
      m.expect(rows.savedSketches, "nlSQFrS-1", states)
    }
  }

  @Test func `an item that is inserted next to one of a part is saved at that end`() {
    marbles { m in
      let records = m.listRecords()
      let rows = m.rows(["a": m.parts("-1"), "a2": m.parts("-u---2")], saved: records)
      m.hot("-o---n") { if $0 == "o" { rows.load("a") } else { rows.next() } }
      m.hot("-------e-c") {
        if $0 == "c" { rows.cancel() } else { rows.insert(6, at: .after(3)) }
      }
      let states = Self.states.merging(["E": "1236+", "2": "126…"]) { $1 }
      m.expect(rows.savedSketches, "nl-1-aUE-2", states)
      m.at(.milliseconds(190)) {
        #expect(records.notes.entries == ["a?", "a loaded 12>2", "a edited 126>2"])
      }
    }
  }
}

@Suite struct `Observers, rows and the forms of reporting loaders (P12)` {
  @Test func `an observer receives each part and each progress`() {
    marbles { m in
      let events = Log<String>()
      var policy = PagingPolicy()
      policy.load.observer = LoadObserver { event in
        switch event.kind {
        case .partialValue(let value as RowPage): events.note("part \(value.items.map(\.id))")
        case .progressed(let progress): events.note("progress \(progress)")
        case .started, .succeeded: break
        default: events.note("\(event.kind)")
        }
      }
      let rows = m.rows(["a": m.parts("%p%1"), "a2": m.parts("%u-2")], policy)
      m.hot("-o----n") { if $0 == "o" { rows.load("a") } else { rows.next() } }
      m.expect(rows.states.map { $0.latest?.count ?? 0 }.removeDuplicates(), "0-1-2--3-4")
      m.at(.milliseconds(190)) {
        #expect(events.entries == ["progress 50%", "part [1]", "progress 50%", "part [3]"])
      }
    }
  }

  @Test func `mapped rows show parts, and count a page once, however many parts it has`() {
    marbles { m in
      var pages: [String: RowPage] = [:]
      for number in 0..<8 {
        let items = [Row(id: number * 2), Row(id: number * 2 + 1)]
        pages["\(number)"] = Page(items, next: number < 7 ? number + 1 : nil)
      }
      let complete = pages
      var work = ["a": m.parts("-0", pages: complete)]
      for number in 1..<8 {
        let parts: [String: RowPage] = [
          "p": Page([Row(id: number * 2)], next: nil),
          "q": Page([Row(id: number * 2), Row(id: 99)], next: nil),
        ]
        work["a\(number)"] = m.parts("-pqpqp\(number)", pages: complete.merging(parts) { $1 })
      }
      let loader = m.rows(work, PagingPolicy(prefetchDistance: 4))
      let rows = m.keep(loader.rows { $0.id % 4 == 0 ? $0 : nil })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("---v") { _ in rows.visible(at: 0) }
      m.at(.seconds(1)) {
        // Three pages add a row each, in their parts.
        #expect(rows.state.latest?.map(\.id) == [0, 4, 8, 12])
        #expect(rows.state.latest?.append == .complete)
      }
      m.expectCleanRun()
    }
  }

  @Test func `a cancel of a page with a part pauses the prefetching of rows`() {
    marbles { m in
      let second = m.parts("-u--2")
      let loader = m.rows(["a": m.parts("-1"), "a2": second], PagingPolicy(prefetchDistance: 1))
      let rows = m.keep(loader.rows { $0 })
      m.hot("-o") { _ in loader.load("a") }
      m.hot("---v-c") { if $0 == "v" { rows.visible(at: 1) } else { loader.cancel() } }
      let states = ["n": "n", "l": "l", "1": "12…", "a": "12+", "U": "123+"]
      m.expect(rows.sketches, "nl1aU1", states)
      m.at(.milliseconds(290)) { #expect(second.starts.entries == [3]) }
    }
  }

  @Test func `a loader of one list, and one with any error, report, too`() async {
    let parts = Log<[Int]>()
    let any = PagedLoader { (page: PageRequest<String, Int>, report: LoadReporter<RowPage>) in
      report.value(Page([Row(id: 1)], next: nil))
      if page.cursor != nil { throw SampleError.first }
      return Page([Row(id: 2)], next: 1)
    }
    let observation = any.states.sink { parts.note($0.latest?.map(\.id) ?? []) }
    await any.load("a").outcome()
    #expect(await any.next().outcome().error == LoadError(SampleError.first))
    observation.cancel()
    #expect(parts.entries == [[], [], [1], [2], [2], [2, 1], [2, 1]])
    let one = PagedLoader { (_: PageRequest<NoRequest, Int>, report: LoadReporter<RowPage>) in
      report.progress(0.5)
      return Page([Row(id: 2)], next: nil)
    }
    #expect(await one.load().outcome().value?.count == 1)
    let typed = PagedLoader(failure: { _ in SampleError.second }) {
      (_: PageRequest<NoRequest, Int>, report: LoadReporter<RowPage>) async throws(SampleError) in
      report.value(Page([Row(id: 1)], next: nil))
      throw .first
    }
    #expect(await typed.load().outcome() == .failed(.first))
    #expect(typed.state.latest?.map(\.id) == [1])
  }

  @Test func `the code of the contract`() async {
    struct API: Sendable {
      func rows(of key: String, from cursor: Int?) async throws -> RowPage {
        Page([1, 2], next: 2)
      }
    }
    let (api, parts) = (API(), Log<String>())
    let feed = PagedLoader { (page: PageRequest<String, Int>, report: LoadReporter<RowPage>) in
      report.progress(0.5)
      report.value(Page([1], next: nil))
      return try await api.rows(of: page.key, from: page.cursor)
    }
    let observation = feed.states.sink { parts.note("\($0.latest?.count ?? 0) \($0.isLoading)") }
    await feed.load("a").outcome()
    observation.cancel()
    #expect(parts.entries == ["0 false", "0 true", "0 true", "1 true", "2 false"])
  }

  @Test func `a list with progress is compared and printed with it`() {
    let list = RowList(key: "a", [1], append: .loading, appendProgress: 0.5)
    #expect(list != RowList(key: "a", [1], append: .loading))
    #expect(list.appendProgress == 0.5)
    #expect(list.prependProgress == nil)
    #expect(RowList(key: "a", [1], appendProgress: 0.5).appendProgress == nil)
    #expect(RowList(key: "a", [1], prepend: .loading, prependProgress: 0.5).prependProgress == 0.5)
    #expect("\(Array(Mirror(reflecting: list).children).map(\.label))".contains("appendProgress"))
  }
}
