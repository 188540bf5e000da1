import LoadableTesting
import ReactiveLoadable
import Testing

/// Problems of other libraries with pages; the numbers are those of the thirty cases.
@Suite struct `Edge cases of paging: pages (P6, P7)` {
  @Test func `10: a duplicate item of a later page is dropped and counted`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--x|", ["x": Page([2, 3, 3], next: 3)])])
      m.hot("-----n") { _ in rows.next() }
      m.expect(
        rows.states.map { $0.sketch + "-\($0.latest?.duplicateCount ?? 0)" },
        "nl-1-a-x",
        ["n": "n-0", "l": "l-0", "1": "12…-0", "a": "12+-0", "x": "123…-2"]
      )
    }
  }

  @Test func `11: an empty page with a cursor is skipped`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--0|"), "a9": m.pages("--3|")])
      let outcomes = m.outcomes("-----n") { rows.next() }
      m.expect(rows.sketches, "nl-1-a---c", rowStates.merging(["c": "1256."]) { $1 })
      m.expect(outcomes, "---------c", ["c": "1256."])
    }
  }

  @Test func `11: too many empty pages in a row are an error, and a retry continues after them`() {
    marbles { m in
      let nothing: [String: RowPage] = ["x": Page([], next: 9), "y": Page([1], next: 8)]
      let rows = m.loadedRows(
        ["a2": m.pages("-x|", nothing), "a9": m.pages("-y|", nothing), "a8": m.pages("-3|")],
        PagingPolicy(emptyPageLimit: 1)
      )
      let outcomes = m.outcomes("-----n") { rows.next() }
      m.hot("---------r") { _ in rows.retry() }
      m.expect(
        rows.states.map(\.sketch).removeDuplicates(),
        "nl-1-a-x-ac",
        [
          "n": "n", "l": "l", "1": "12…", "a": "12+", "x": "12?", "c": "1256.",
        ]
      )
      m.expect(outcomes, "-------x", ["x": "?"])
    }
  }

  @Test func `11: an empty first page is not published until the next page has loaded`() {
    marbles { m in
      let rows = m.loadedRows(["a": m.pages("--0|"), "a9": m.pages("--3|")])
      m.expect(rows.sketches, "nl---c", rowStates.merging(["c": "56."]) { $1 })
    }
  }

  @Test func `11: if all first pages are empty, the list is empty, and its end has failed`() {
    marbles { m in
      let page = m.pages(
        "-x|",
        then: ["-y|", "-3|"],
        [
          "x": Page([], next: 9), "y": Page([], next: 8),
        ]
      )
      let rows = m.rows(["a": page, "a9": page, "a8": page], PagingPolicy(emptyPageLimit: 1))
      m.hot("-o") { _ in rows.load("a") }
      m.hot("------r") { _ in rows.retry() }
      m.expect(
        rows.sketches,
        "nl-x--ac",
        [
          "n": "n", "l": "l", "x": "?", "a": "+", "c": "56.",
        ]
      )
    }
  }

  @Test
  func
    `a page that names itself as the next is an error, its items stay, and a retry asks it again`()
  {
    marbles { m in
      let again: [String: RowPage] = ["x": Page([3, 4], next: 2)]
      let second = m.pages("--x|", then: ["--2|"], again)
      let rows = m.loadedRows(["a2": second])
      let outcomes = m.outcomes("-----n") { rows.next() }
      m.hot("---------r") { _ in rows.retry() }
      m.expect(
        rows.states.map(\.sketch).removeDuplicates(),
        "nl-1-a-x-b---3",
        [
          "n": "n", "l": "l", "1": "12…", "a": "12+", "x": "1234?", "b": "1234+", "3": "123456.",
        ]
      )
      m.expect(outcomes, "-------x", ["x": "?"])
    }
  }

  @Test func `23: with offsets the next page starts where the last one ended, at any size`() {
    marbles { m in
      let sizes: [String: RowPage] = [
        "x": Page([1, 2, 3], offset: 0, limit: 3, total: 5),
        "y": Page([4, 5], offset: 3, limit: 2, total: 5),
      ]
      let rows = m.rows(["a": m.pages("--x|", sizes), "a3": m.pages("--y|", sizes)])
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----n") { _ in rows.next() }
      m.expect(
        rows.sketches,
        "nl-x-a-y",
        [
          "n": "n", "l": "l", "x": "123…", "a": "123+", "y": "12345.",
        ]
      )
    }
    #expect(Page([1], offset: 0, limit: 2).next == nil)
    #expect(Page([1, 2], offset: 4, limit: 2).next == 6)
    #expect(Page([Int](), offset: 4, limit: 0, total: 9).next == nil)
  }

  @Test func `30: a window drops distant pages, which are loaded again on demand`() {
    marbles { m in
      let first = m.pages("--1|")
      let rows = m.loadedRows(["a": first], PagingPolicy(window: 2))
      m.hot("-----n--n") { _ in rows.next() }
      m.hot("-----------p") { _ in rows.previous() }
      m.expect(
        rows.sketches,
        "nl-1-a-2b-xy-z",
        [
          "n": "n", "l": "l", "1": "12…", "a": "12+", "2": "1234…", "b": "1234+", "x": "…3456.",
          "y": "+3456.", "z": "1234…",
        ]
      )
      m.expectSubscriptions(first, ["-^-!", "-----------^-!"])
    }
  }

  @Test func `30: a page in flight for an end that is dropped is cancelled`() {
    marbles { m in
      let pages: [String: RowPage] = ["x": Page([5, 6], next: 7, previous: 4)]
      let rows = m.rows(
        [
          "a": m.pages("--x|", pages),
          "a7": m.pages("--y|", ["y": Page([7, 8], next: 9, previous: 5)]),
          "a9": m.pages("--z|", ["z": Page([9], next: nil)]), "a4": m.pages("-----2|"),
        ],
        PagingPolicy(window: 2)
      )
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----n--n") { _ in rows.next() }
      let before = m.outcomes("--------p") { rows.previous() }
      m.expect(before, "----------r", ["r": "replaced"])
      m.expect(
        rows.states.compactMap(\.value).map(\.sketch).removeDuplicates(),
        "---x-a-b(cd)-e",
        [
          "x": "…56…", "a": "…56+", "b": "…5678…", "c": "…5678+", "d": "+5678+", "e": "…789.",
        ]
      )
    }
  }

  @Test func `an edit is visible immediately, and survives pages and a refresh in flight`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("---x|", ["x": Page([1, 3], next: 3)])])
      m.hot("-----n") { _ in rows.next() }
      m.hot("------e") { _ in
        rows.edit(1) { $0.text = "!" }
        rows.remove(2)
      }
      m.hot("----------r") { _ in rows.refresh() }
      m.hot("-----------e") { _ in rows.insert(9) }
      m.expect(
        rows.sketches,
        "nl-1-a(ef)-g-r(i)j",
        [
          "n": "n", "l": "l", "1": "12…", "a": "12+", "e": "1!2+", "f": "1!+", "g": "1!3…",
          "r": "r1!3…", "i": "r91!3…", "j": "912…",
        ]
      )
    }
  }

  @Test func `a removed item does not return with a page, but with the next refresh`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--x|", ["x": Page([2, 3], next: 3)])])
      m.hot("----x") { _ in rows.remove(2) }
      m.hot("-----n") { _ in rows.next() }
      m.hot("---------r") { _ in rows.refresh() }
      m.expect(
        rows.sketches,
        "nl-1xa-y-r-1",
        [
          "n": "n", "l": "l", "1": "12…", "x": "1…", "a": "1+", "y": "13…", "r": "r13…",
        ]
      )
    }
  }

  @Test func `a removal makes room for the next page`() {
    marbles { m in
      let rows = m.loadedRows([:], PagingPolicy(prefetchDistance: 1))
      m.hot("----v") { _ in rows.visible(at: 0) }
      m.hot("-----x") { _ in rows.remove(2) }
      m.hot("---------y") { _ in for id in [1, 3, 4] { rows.remove(id) } }
      m.expect(
        rows.sketches,
        "nl-1-x-b-(cde)-f",
        [
          "n": "n", "l": "l", "1": "12…", "x": "1+", "b": "134…", "c": "34…", "d": "4+",
          "e": "+", "f": "56.",
        ]
      )
    }
  }

  @Test func `an edit changes the cached lists`() {
    marbles { m in
      let rows = m.rows(["a": m.pages("-1|"), "b": m.pages("-1|")])
      m.hot("-a--b-----a") { rows.loadIfNeeded($0) }
      m.hot("-------e") { _ in
        rows.edit(1) { $0.text = "!" }
        rows.remove(2)
        rows.insert(8, at: .end)
      }
      m.expect(
        rows.sketches,
        "nl1-l1-(xyz)--y",
        [
          "n": "n", "l": "l", "1": "12…", "x": "1!2…", "y": "1!…", "z": "1!8…",
        ]
      )
    }
  }

  @Test func `P7: an item inserted at an end stays there, and the next page follows it`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--x|", ["x": Page([3, 9], next: nil)])])
      m.hot("-----e") { _ in rows.insert(9, at: .end) }
      m.hot("-------n") { _ in rows.next() }
      m.expect(
        rows.sketches,
        "nl-1-s-a-2",
        ["n": "n", "l": "l", "1": "12…", "s": "129…", "a": "129+", "2": "1293."]
      )
    }
  }

  @Test func `P7: an item inserted at the end of a complete list is the last one`() {
    marbles { m in
      let rows = m.loadedRows(["a2": m.pages("--x|", ["x": Page([3, 4], next: nil)])])
      m.hot("-----n") { _ in rows.next() }
      m.hot("---------e") { _ in rows.insert(9, at: .end) }
      m.expect(
        rows.sketches,
        "nl-1-a-2-e",
        ["n": "n", "l": "l", "1": "12…", "a": "12+", "2": "1234.", "e": "12349."]
      )
    }
  }
}
