import ReactiveLoadable
import ReactiveResources

extension MoviesPlay {
  /// Writes what was to see, what was saved, what the server was asked, and the timelines.
  func report(_ gain: PosterGain) {
    let console = context.console
    writePosters()
    gain.write(to: console)
    write("What was in view when the list came to rest; rows are counted from 0", rests)
    write("What the server was asked for, \(PosterLibrary.limit) loads at once", asked)
    console.line("What came into view and is not asked for was fresh.", style: .faint)
    console.line()
    write("How the server answered for each poster in its small size", counters)
    let memory = library.loader.statistics
    console.paragraph(census.text, style: .faint)
    console.line(census.ended(memory.cancelledLoads), style: .faint)
    console.line("\(memory.evictions) posters had to leave the memory.", style: .faint)
    console.line()
    writeTrails()
  }

  private func write(_ heading: String, _ table: TextTable) {
    context.console.line(heading, style: .bold)
    context.console.table(table)
    context.console.line()
  }

  /// What was in view at each rest, and where it was first shown from.
  private var rests: TextTable {
    TextTable(
      [
        .init("The finger"), .init("In view", isTrailing: true),
        .init("Flew by", isTrailing: true), .init("First shown from"),
      ],
      rows: looks.map { look in
        let (first, last) = (look.stretch.inView.first ?? 0, look.stretch.inView.last ?? 0)
        let passing = look.stretch.passing.count
        return [
          look.stretch.rest.rawValue, "\(first)–\(last)",
          passing == 0 ? "–" : "\(passing) rows", look.lines.sources,
        ]
      }
    )
  }

  /// In which order the server was asked.
  private var asked: TextTable {
    TextTable(
      [.init("The finger"), .init("Rows that the server was asked for, in this order")],
      rows: looks.map { look in
        let begun = Flight(look.stretch, of: list.movies)?.begun
        return [
          look.stretch.rest.rawValue,
          AskedRows(places: look.asked, flyingBy: begun.map { [$0.finished, $0.cutOff] } ?? [])
            .text,
        ]
      }
    )
  }

  /// How many posters were answered how.
  private var counters: TextTable {
    let histories = list.movies.indices.map { place in
      AnswerHistory(wasAskedFor: requests[place] != nil, statuses: answers[place] ?? [])
    }
    let counts = histories.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return TextTable(
      [.init("Answers"), .init("Posters", isTrailing: true), .init("Which means")],
      rows: counts.map { [$0.statusText, String($1), $0.meaning] }.sorted {
        ($0[0], $0[2]) < ($1[0], $1[2])
      }
    )
  }

  /// What became of each poster.
  var census: PosterCensus {
    PosterCensus(
      posters: list.movies.count,
      rested: Set(looks.flatMap(\.stretch.inView)),
      answers: answers,
      requests: requests
    )
  }
}

extension MoviesPlay {
  /// Some of the posters, with what was seen of them first and later, and the large one.
  private func writePosters() {
    let console = context.console
    console.line("The posters of some rows; their timelines are below", style: .bold)
    let again = looks.dropFirst(4).flatMap(\.lines).map { ($0.place, $0) }
    PosterReport(
      lines: looks.prefix(4).flatMap(\.lines),
      again: Dictionary(again) { first, _ in first },
      examples: Self.followed,
      notes: list.trails.compactMapValues(\.note)
    ).write(to: console)
    if let large { console.paragraph(opening(large), style: .faint) }
    console.line()
  }

  /// What was to see when a movie was opened.
  private func opening(_ line: PosterLine) -> String {
    let stoodIn = detail.symbols.contains("w")
    let (pixels, bytes) = (line.cells[3], line.cells[4])
    return "Row \(line.place) was opened: \(pixels) pixels, \(bytes) bytes, from the "
      + line.source + (stoodIn ? "; the small one stood in until then." : ".")
  }

  private func writeTrails() {
    let trails = Self.followed.compactMap { place in
      list.trails[place].map { ("\(place) \(list.movies[place].title)", $0) }
    }
    context.console.trails(trails + [("0 \(list.movies[0].title), opened", detail)])
  }
}
