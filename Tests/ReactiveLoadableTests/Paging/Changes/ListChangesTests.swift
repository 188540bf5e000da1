import ReactiveLoadable
import Testing

/// A row for each letter; the same letter in upper case is the same row, changed.
private func list(_ letters: String) -> RowList {
  RowList(
    key: "",
    letters.map { Row(id: Int($0.lowercased().first?.asciiValue ?? 0), text: "\($0)") }
  )
}

private func changes(_ old: String, _ new: String) -> ListChanges {
  list(new).changes(from: list(old))
}

@Suite struct `List changes (P9, Q1)` {
  @Test func `the same list has no changes`() {
    #expect(changes("abc", "abc").isEmpty)
    #expect(changes("", "").isEmpty)
  }

  @Test func `a removal has its old index, an insertion its new one`() {
    #expect(changes("abcd", "bxdy") == ListChanges(removals: [0, 2], insertions: [1, 3]))
    #expect(changes("", "ab") == ListChanges(insertions: [0, 1]))
    #expect(changes("ab", "") == ListChanges(removals: [0, 1]))
  }

  @Test func `a move has its old and its new index`() {
    #expect(changes("abcd", "dabc") == ListChanges(moves: [.init(old: 3, new: 0)]))
    #expect(changes("abcd", "bcda") == ListChanges(moves: [.init(old: 0, new: 3)]))
  }

  @Test func `the diagram of the article has these changes`() {
    #expect(
      changes("abcd", "daec")
        == ListChanges(removals: [1], insertions: [2], moves: [.init(old: 3, new: 0)])
    )
  }

  @Test func `rows behind a removal or an insertion have not moved`() {
    #expect(changes("abcdef", "bxcdef") == ListChanges(removals: [0], insertions: [1]))
  }

  @Test func `an item that is no longer equal is an update, with both indices`() {
    #expect(changes("abc", "aBc") == ListChanges(updates: [.init(old: 1, new: 1)]))
    #expect(
      changes("abc", "xCab")
        == ListChanges(
          insertions: [0],
          moves: [.init(old: 2, new: 1)],
          updates: [.init(old: 2, new: 1)]
        )
    )
    #expect(
      changes("abcd", "AxcD")
        == ListChanges(
          removals: [1],
          insertions: [1],
          updates: [.init(old: 0, new: 0), .init(old: 3, new: 3)]
        )
    )
  }

  @Test func `items that are not equatable are updates only if the caller says so`() {
    struct Opaque: Identifiable, Sendable {
      let id: Int
      let text: String
    }
    func list(_ text: String) -> PagedList<String, Opaque, SampleError> {
      PagedList(key: "", [Opaque(id: 1, text: text)])
    }
    #expect(list("b").changes(from: list("a")).isEmpty)
    #expect(
      list("b").changes(from: list("a")) { old, new in old.text >= new.text }
        == ListChanges(updates: [.init(old: 0, new: 0)])
    )
  }

  @Test func `keys and ends do not matter`() {
    let old = RowList(key: "a", [1, 2], append: .idle)
    let new = RowList(key: "b", [2, 3], append: .failed(.first), total: 3)
    #expect(new.changes(from: old) == ListChanges(removals: [0], insertions: [1]))
  }

  @Test func `a duplicate id is matched at most once`() {
    #expect(changes("aa", "aa").isEmpty)
    #expect(changes("aba", "ab") == ListChanges(removals: [2]))
    #expect(changes("ab", "aba") == ListChanges(insertions: [2]))
  }
}
