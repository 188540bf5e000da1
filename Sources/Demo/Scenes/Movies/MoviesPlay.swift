import Foundation
import ReactiveLoadable
import ReactiveResources

@MainActor
final class MoviesPlay {
  struct ScrollRecord {
    var scroll: RowScroll
    /// The rows as they were first shown, or as loaded if they were blank.
    var lines: [PosterLine]
    var requested: [Int]

    var sources: Set<String> { Set(lines.map(\.source)) }
  }

  /// The rows with timelines.
  nonisolated static let followed = [0, 4, 9, 34, 35]
  let context: SceneContext
  let library: PosterLibrary
  let list: PosterList
  /// The clock of the grace period of loads without a row.
  let clock = MovableClock()
  let detail: PosterTrail
  private(set) var scrolls: [ScrollRecord] = []
  /// The statuses of the answers, by row number.
  private(set) var answers: [Int: [Int]] = [:]
  private(set) var requests: [Int: Int] = [:]
  private(set) var large: PosterLine?

  init(_ context: SceneContext, _ movies: [Movie], in folder: URL) throws(DiskCacheError) {
    self.context = context
    library = try PosterLibrary(in: folder, of: context.api, clock: clock)
    list = PosterList(movies, from: library, following: Self.followed, clock: context.clock)
    detail = PosterTrail(.w342, clock: context.clock)
  }

  func run() async {
    await context.server.disturb(list.movies, .w92)
    for scroll in RowScroll.movies where !Task.isCancelled { await play(scroll) }
    await open(0)
    await count()
  }

  private func play(_ scroll: RowScroll) async {
    let earlier = await context.server.requests.count
    let flight = Flight(scroll, of: list.movies)
    if let flight { await takeOff(flight) } else { await move(scroll) }
    let atOnce = list.lines
    if let flight { await land(flight) }
    await list.settles()
    list.retryFailed()
    await list.settles()
    let requests = await context.server.requests.dropFirst(earlier)
    scrolls.append(
      ScrollRecord(
        scroll: scroll,
        lines: zip(atOnce, list.lines).map { $0.poster == nil ? $1 : $0 },
        requested: requests.compactMap { place($0.path) }
      )
    )
    await context.pause()
  }

  private func move(_ scroll: RowScroll) async {
    let gate = Gate()
    for place in scroll.appeared where list.trails[place] != nil { await hold(place, at: gate) }
    scroll.steps.forEach(list.play)
    gate.open()
  }

  func hold(_ place: Int, at gate: Gate) async {
    let path = list.movies[place].posterPath(.w92)
    await context.server.disturb(.hold(gate), path: path, times: 1)
  }

  private func open(_ place: Int) async {
    let movie = list.movies[place]
    let (gate, key) = (Gate(), ResourceKey(movie, .w342))
    await context.server.disturb(.hold(gate), path: key.posterPath, times: 1)
    let screen = PosterCell(library.loader, at: .veryHigh)
    detail.begin(screen)
    screen.show(key)
    await context.pause()
    gate.open()
    await screen.settles()
    large = detail.shown.states.last.map { PosterLine(place: place, movie: movie, $0) }
  }

  private func count() async {
    for answer in await context.server.answers {
      if let place = place(answer.path) { answers[place, default: []].append(answer.status) }
    }
    let places = await context.server.requests.compactMap { place($0.path) }
    requests = Dictionary(grouping: places) { $0 }.mapValues(\.count)
  }

  private func place(_ path: String) -> Int? {
    list.movies.firstIndex { $0.posterPath(.w92) == path }
  }

  var census: PosterCensus {
    PosterCensus(
      posters: list.movies.count,
      rested: Set(scrolls.flatMap(\.scroll.inView)),
      answers: answers,
      requests: requests
    )
  }

  var posters: [Block] {
    let again = scrolls.dropFirst(4).flatMap(\.lines).map { ($0.place, $0) }
    let report = PosterReport(
      lines: scrolls.prefix(4).flatMap(\.lines),
      again: Dictionary(again) { first, _ in first },
      examples: Self.followed,
      notes: list.trails.compactMapValues(\.note)
    )
    let opening = large.map { line in
      let small = detail.symbols.contains("w") ? "; the small one was shown until then." : "."
      let size = "\(line.cells[3]) pixels, \(line.cells[4]) bytes"
      return "Row \(line.place) was opened: \(size), from the \(line.source)\(small)"
    }
    return [.line("The posters of some rows; their timelines are below", .bold)] + report.blocks
      + (opening.map { [.paragraph($0, .faint)] } ?? []) + [.blank]
  }

  var report: [Block] {
    let memory = library.loader.statistics
    let requested = "Requests in order of arrival, \(PosterLibrary.limit) loads at once"
    let trails = Self.followed.compactMap { place in
      list.trails[place].map { (name: "\(place) \(list.movies[place].title)", trail: $0) }
    }
    return [
      .line("Rows in view at each rest; rows are counted from 0", .bold), .table(rests), .blank,
      .line(requested, .bold), .table(order),
      .line("Rows in view that are not requested are fresh.", .faint), .blank,
      .line("Answers of the server for each small poster", .bold), .table(census.table), .blank,
      .paragraph(census.text, .faint), .line(census.cancelled(memory.cancelledLoads), .faint),
      .line("\(memory.evictions) posters were evicted from memory.", .faint), .blank,
    ] + (trails + [(name: "0 \(list.movies[0].title), opened", trail: detail)]).blocks()
  }

  private var rests: TextTable {
    TextTable(
      ["Gesture", .right("In view"), .right("Flew by"), "First shown from"],
      rows: scrolls.map { record in
        let (rows, passing) = (record.scroll.inView, record.scroll.passing.count)
        let range = "\(rows.first ?? 0)–\(rows.last ?? 0)"
        let flown = passing == 0 ? "–" : "\(passing) rows"
        return [record.scroll.gesture.rawValue, range, flown, record.lines.sources]
      }
    )
  }

  private var order: TextTable {
    TextTable(
      ["Gesture", "Requested rows, in this order"],
      rows: scrolls.map { record in
        let begun = Flight(record.scroll, of: list.movies)?.begun
        let flying = begun.map { [$0.finished, $0.cutOff] } ?? []
        let rows = RequestedRows(places: record.requested, flyingBy: flying)
        return [record.scroll.gesture.rawValue, rows.text]
      }
    )
  }

  var checks: [Block] {
    let flights = RowScroll.movies.map { Flight($0, of: list.movies)?.requested }
    let order = zip(scrolls, flights).compactMap { record, flight in
      flight.map { _ in record.requested }
    }
    // The first four screens are new. Of the last two, the first is still in memory.
    let sources: [Set<String>] =
      Array(repeating: ["network"], count: 4) + [["memory"], ["memory", "disk"]]
    let isSmall = scrolls.flatMap(\.lines).allSatisfy { $0.has(.w92) }
    let orderClaim = """
      During a fling the server receives the running loads, then the rows in view, the last to \
      appear first, and nothing else.
      """
    let answersClaim = """
      Each poster is sent once. Later a stale one is only revalidated; an interrupted one is \
      resumed.
      """
    return [
      expect("Requests during a fling", order, is: flights.compactMap(\.self)).proves(orderClaim),
      checkAnswers().proves(answersClaim),
      expect("Sources", scrolls.map(\.sources), is: sources)
        .proves("Each row is shown from memory, else from the disk, else from the network."),
      checkTrails().proves("The timelines above have these states, in this order."),
      expect("Small posters", isSmall, is: true)
        .and(expect("The large poster", large?.has(.w342) ?? false, is: true))
        .proves("Each poster has the pixels of the requested size."),
      expect("Created rows", list.made, is: RowScroll.height + 1)
        .proves("\(list.made) rows were enough for \(list.movies.count) movies."),
    ]
  }

  private func checkAnswers() -> SceneResult {
    let counts = census.table.rows.map { "\($0[1]) × \($0[0])" }
    let expected = [
      "15 × 200", "1 × 200, 206", "9 × 200, 304", "1 × 500, 200, 304", "2 × –", "12 × –",
    ]
    return expect("Answers", counts, is: expected).and(expect("Cancelled", requests[32], is: 2))
  }

  private func checkTrails() -> SceneResult {
    let expected = [(0, "nlNnldD"), (4, "nlflN"), (9, "nl1N"), (34, "nlNnmDn"), (35, "nlNnMn")]
    let large = expect("The large poster", detail.symbols.joined(), is: "nwN")
    return expected.reduce(large) { result, trail in
      let symbols = list.trails[trail.0]?.symbols.joined() ?? ""
      let beginning = String(symbols.prefix(trail.1.count))
      return result.and(expect("Row \(trail.0)", beginning, is: trail.1))
    }
  }
}
