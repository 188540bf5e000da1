import ReactiveLoadable
import ReactiveResources

extension MoviesPlay {
  /// Writes what was to see, what the server was asked, and the timelines.
  func report() async {
    let console = context.console
    write("Rows that come to rest for the first time", looks.prefix(4).flatMap(\.lines))
    write("Rows that come to rest again", looks.dropFirst(4).flatMap(\.lines))
    write("A movie that is opened", large.map { [$0] } ?? [])
    console.table(scrolls)
    console.line()
    console.table(await counters)
    let memory = library.loader.statistics
    console.line("\(memory.abandoned) loads of rows that flew by were ended.", style: .faint)
    console.line("\(memory.evictions) posters had to leave the memory.", style: .faint)
    console.line()
    writeTrails()
  }

  private func write(_ heading: String, _ lines: [PosterLine]) {
    context.console.line(heading, style: .bold)
    PosterReport(lines: lines).write(to: context.console)
    context.console.line()
  }

  /// What flew by in each scroll, and in which order the server was asked.
  private var scrolls: TextTable {
    TextTable(
      [
        .init("The scroll"), .init("Flew by", isTrailing: true), .init("In view"),
        .init("The server was asked for the rows, in this order"),
      ],
      rows: looks.map { look in
        let (first, last) = (look.stretch.inView.first ?? 0, look.stretch.inView.last ?? 0)
        return [
          look.stretch.rest.rawValue, String(look.stretch.passing.count), "\(first)–\(last)",
          look.asked.map(String.init).joined(separator: ", "),
        ]
      }
    )
  }

  /// How many posters were answered how.
  private var counters: TextTable {
    get async {
      let (answers, requests) = (await answers, await requests)
      let histories = list.movies.indices.map { place -> String in
        guard requests[place] != nil else { return "not asked for" }
        return answers[place]?.map(String.init).joined(separator: ", ") ?? "cut off"
      }
      let counts = histories.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      return TextTable(
        [.init("The server's answers for a poster"), .init("Posters", isTrailing: true)],
        rows: counts.sorted { $0.key < $1.key }.map { [$0.key, String($0.value)] }
      )
    }
  }

  private func writeTrails() {
    let trails = Self.followed.compactMap { place in
      list.trails[place].map { (list.movies[place].title, $0) }
    }
    context.console.trails(trails + [("\(list.movies[0].title), large", detail)])
  }
}
