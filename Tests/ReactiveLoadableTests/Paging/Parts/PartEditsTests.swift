import LoadableTesting
import ReactiveLoadable
import Testing

/// Edits of lists while parts of their pages are visible (P12).
@Suite struct `Edits between parts (P12)` {
  /// A list of one page, whose next page arrives in parts with edits, at 80 ms by default.
  private func append(
    second: [String] = ["--u-v-2"],
    cancels: Bool = false,
    policy: PagingPolicy = PagingPolicy(),
    at time: String = "--------e",
    edit: @escaping (RowLoader) -> Void,
    _ expected: String,
    _ states: [String: String]
  ) {
    marbles { m in
      let work = second.count == 1 ? m.parts(second[0]) : m.parts(second[0], second[1])
      let rows = m.rows(["a": m.parts("--1"), "a2": work], policy)
      m.hot("-o") { _ in rows.load("a") }
      m.hot("-----o") { _ in rows.next() }
      m.hot(time) { _ in edit(rows) }
      if cancels { m.hot("---------c---o") { if $0 == "c" { rows.cancel() } else { rows.next() } } }
      let all = ["n": "n", "l": "l", "1": "12…", "a": "12+", "U": "123+", "2": "1234…"]
      m.expect(rows.partSketches, expected, all.merging(states) { $1 })
    }
  }

  @Test func `a change of a row of a part applies to the next part and to the page`() {
    append(
      edit: { $0.edit(3) { $0.text = "x" } },
      "nl-1-a-UEV-2",
      ["E": "123x+", "V": "123x95+", "2": "123x4…"]
    )
  }

  @Test func `an edit before the first part applies to the parts that bring its row`() {
    append(
      at: "------e",
      edit: { $0.edit(3) { $0.text += "x" } },
      "nl-1-a-U-V-2",
      ["U": "123x+", "V": "123x95+", "2": "123x4…"]
    )
    append(
      at: "------e",
      edit: { $0.edit(5) { $0.text += "x" } },
      "nl-1-a-U-V-2",
      ["V": "12395x+"]
    )
    append(
      at: "------e",
      edit: { $0.edit(4) { $0.text += "x" } },
      "nl-1-a-U-V-2",
      ["V": "12395+", "2": "1234x…"]
    )
    append(at: "------e", edit: { $0.remove(3) }, "nl-1-a---V-2", ["V": "1295+", "2": "124…"])
  }

  @Test func `a removed row of a part is not in the next part, the page, or a later one`() {
    append(edit: { $0.remove(3) }, "nl-1-a-UEV-2", ["E": "12+", "V": "1295+", "2": "124…"])
    append(
      second: ["--u--2", "--u-2"],
      cancels: true,
      edit: { $0.remove(3) },
      "nl-1-a-UE1---a---2",
      ["E": "12+", "2": "124…"]
    )
  }

  @Test func `an item that is inserted next to a row of a part stays there, or at that end`() {
    let states = ["E": "1236+", "V": "123695+", "2": "12364…"]
    append(edit: { $0.insert(6, at: .after(3)) }, "nl-1-a-UEV-2", states)
    append(
      second: ["--u--2", "--u-2"],
      cancels: true,
      edit: { $0.insert(6, at: .before(3)) },
      "nl-1-a-UEc---A-V-2",
      ["E": "1263+", "c": "126…", "A": "126+", "V": "1263+", "2": "12634…"]
    )
  }

  @Test func `an item that is inserted at the end precedes the rows of the part`() {
    append(
      edit: { $0.insert(6, at: .end) },
      "nl-1-a-UEV-2",
      ["E": "1263+", "V": "126395+", "2": "12634…"]
    )
  }

  @Test func `an inserted item keeps its later changes, and stays removed`() {
    append(
      edit: {
        $0.insert(6, at: .after(3))
        $0.edit(6) { $0.text = "x" }
      },
      "nl-1-a-U(Ex)V-2",
      ["E": "1236+", "x": "1236x+", "V": "1236x95+", "2": "1236x4…"]
    )
    append(
      edit: {
        $0.insert(6, at: .after(3))
        $0.remove(6)
      },
      "nl-1-a-U(Ex)V-2",
      ["E": "1236+", "x": "123+", "V": "12395+"]
    )
  }

  @Test func `an item with the id of a row of a part replaces that row`() {
    append(
      edit: { $0.insert(Row(id: 3, text: "x"), at: .before(3)) },
      "nl-1-a-UEV-2",
      ["E": "123x+", "V": "123x95+", "2": "123x4…"]
    )
  }

  @Test func `an edit of a row before the part applies as without it`() {
    append(
      edit: { $0.edit(1) { $0.text = "x" } },
      "nl-1-a-UEV-2",
      ["E": "1x23+", "V": "1x2395+", "2": "1x234…"]
    )
    append(edit: { $0.remove(1) }, "nl-1-a-UEV-2", ["E": "23+", "V": "2395+", "2": "234…"])
    append(edit: { $0.edit(55) { $0.text = "x" } }, "nl-1-a-U-V-2", ["V": "12395+"])
  }

  @Test func `an attempt that starts after an edit has the values of the server`() {
    append(
      second: ["--u-#", "-v-2"],
      policy: PagingPolicy(load: LoadPolicy(retry: .constant(.milliseconds(10), limit: 1))),
      edit: { $0.edit(3) { $0.text = "x" } },
      "nl-1-a-UEw-V-2",
      ["E": "123x+", "w": "123x+1", "V": "12395+1"]
    )
  }

  @Test func `an edit of a part that a failed page has left is gone with it`() {
    append(
      second: ["-u#", "--v2"],
      edit: {
        $0.edit(3) { $0.text = "x" }
        $0.retry()
      },
      "nl-1-aUX(Er)-V2",
      ["X": "123!", "E": "123x!", "r": "123x+", "V": "12395+"]
    )
  }

  /// The first page arrives in parts with edits at 30 ms, or a list of one page is refreshed.
  private func list(
    _ first: String,
    refresh: String? = nil,
    edit: @escaping (RowLoader) -> Void,
    _ expected: String,
    _ states: [String: String]
  ) {
    marbles { m in
      let work = refresh.map { m.parts(first, $0) } ?? m.parts(first)
      let rows = m.rows(["a": work])
      m.hot("-o") { _ in rows.load("a") }
      if refresh != nil { m.hot("---r") { _ in rows.refresh() } }
      m.hot(refresh == nil ? "---e" : "------e") { _ in edit(rows) }
      let all = ["n": "n", "l": "l", "1": "12…", "P": "l1+", "r": "r12…", "Q": "r178+"]
      m.expect(rows.partSketches, expected, all.merging(states) { $1 })
    }
  }

  @Test func `edits of the part of a first page apply to the next part and to the page`() {
    list(
      "-p-q-1",
      edit: { $0.edit(1) { $0.text = "x" } },
      "nlPEV-2",
      ["E": "l1x+", "V": "l1x78+", "2": "1x2…"]
    )
    list("-p-q-1", edit: { $0.remove(1) }, "nlPEV-2", ["E": "l+", "V": "l78+", "2": "2…"])
    list("-p-q-1", edit: { $0.insert(6) }, "nlPEV-2", ["E": "l61+", "V": "l6178+", "2": "612…"])
    list(
      "-p-q-1",
      edit: { $0.insert(6, at: .after(7)) },
      "nlPEV-2",
      ["E": "l61+", "V": "l1768+", "2": "612…"]
    )
  }

  @Test func `edits of the part of a refresh apply to the list, too`() {
    list(
      "-1",
      refresh: "--q-#",
      edit: { $0.edit(1) { $0.text = "x" } },
      "nl1r-QEF",
      ["E": "r1x78+", "F": "f1x78…"]
    )
    list(
      "-1",
      refresh: "--q--1",
      edit: {
        $0.edit(1) { $0.text = "x" }
        $0.edit(7) { $0.text = "y" }
        $0.cancel()
      },
      "nl1r-Q(Exc)",
      ["E": "r1x78+", "x": "r1x7y8+", "c": "1x2…"]
    )
  }
}
