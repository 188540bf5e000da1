import ReactiveLoadable

extension ScrollPlay {
  /// Reached if each page was asked for once, and only the one that failed again, and if in the end
  /// each entry of the server was there once.
  func check() async -> SceneResult {
    let requests = await context.server.requests.dropFirst(earlier)
    let expected = Expectation(entries: SearchIndex.world.hits(Self.text))
    let whole = moments.last { $0.list?.append.isComplete == true && $0.list?.key == Self.text }
    let first = moments.suffix(3).map { $0.list?.first?.code }
    return SceneResult.check("Asked in the order", requests.map(Self.name), is: expected.requests)
      .and(.check("States", shown.symbols(mark), is: expected.symbols))
      .and(.check("Rows", moments.map { $0.list?.count ?? 0 }, is: expected.rows))
      .and(.check("Every entry once", whole?.list.map(Array.init) == expected.entries, is: true))
      .and(.check("Duplicates", whole?.list?.duplicateCount, is: 1))
      .and(.check("The total", whole?.list?.total, is: expected.entries.count + 1))
      .and(.check("The first row in the end", first, is: ["+1", expected.otherFirst, "+1"]))
  }

  /// What was asked for: the text, and where its page begins.
  private static func name(_ request: RequestLog.Entry) -> String {
    let query = request.query ?? "nothing"
    guard let token = request.cursor else { return query }
    guard let place = SearchCursor(token, of: query) else { return "\(query), wrong cursor" }
    return "\(query) from \(place.offset)" + (place.blanks > 0 ? " after a blank page" : "")
  }
}

extension ScrollPlay {
  /// What must have happened, whatever Foundation knows of the world.
  private struct Expectation {
    let entries: [SearchHit]

    /// Where the pages begin, while there is one entry more than at first.
    private var offsets: [Int] {
      Array(stride(from: 0, through: entries.count, by: ScrollPlay.pageSize))
    }

    /// The third page was blank at first, and the fifth failed.
    var requests: [String] {
      var pages = offsets.map { "\(ScrollPlay.text) from \($0)" }
      pages[0] = ScrollPlay.text
      pages.insert(pages[4], at: 4)
      pages.insert(pages[2] + " after a blank page", at: 3)
      return pages + [ScrollPlay.text, ScrollPlay.other]
    }

    /// The rows at each moment.
    var rows: [Int] {
      let lengths = offsets.map { min(max($0 - 1, 0) + ScrollPlay.pageSize, entries.count) }
      let others = SearchIndex.world.hits(ScrollPlay.other).count
      return lengths[..<4] + [lengths[3], lengths[3]] + lengths[4...]
        + [entries.count, ScrollPlay.pageSize, others, ScrollPlay.pageSize]
    }

    /// The first row for the other text.
    var otherFirst: String? { SearchIndex.world.hits(ScrollPlay.other).first?.code }

    /// The marks of the states.
    var symbols: [String] {
      let later = (6..<max(offsets.count, 6)).flatMap { ["a", $0 < 10 ? "\($0)" : "+"] }
      return ["n", "l", "1", "a", "2", "a", "3", "a", "4", "a", "e", "a", "5"] + later
        + ["a", "c", "r", "1", "l", "c", "1"]
    }
  }
}
