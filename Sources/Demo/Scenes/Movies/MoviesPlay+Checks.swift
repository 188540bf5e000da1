import ReactiveLoadable

extension MoviesPlay {
  /// Reached if each poster that came to rest was fetched once, and only asked about later, in the
  /// order that is due, and if each row showed what was there at once.
  func check() async -> SceneResult {
    let expected = Expectation(movies: list.movies)
    let flights = RowScroll.movies.stretches.map { Flight($0, of: list.movies)?.asked }
    let asked = zip(looks, flights).compactMap { look, flight in flight.map { _ in look.asked } }
    return SceneResult.check("Asked while it flew", asked, is: flights.compactMap(\.self))
      .and(.check("Answers", await answers, is: expected.answers))
      .and(.check("Requests", await requests, is: expected.requests))
      .and(.check("Came from", looks.map(\.sources), is: expected.sources))
      .and(.check("Pixels", looks.flatMap(\.lines).allSatisfy { $0.has(.w92) }, is: true))
      .and(.check("Pixels of the large poster", large?.has(.w342) ?? false, is: true))
      .and(.check("Rows that were made", list.made, is: RowScroll.movies.height + 1))
      .and(checkTrails())
  }

  private func checkTrails() -> SceneResult {
    let expected = [
      0: "nlNnldD", 4: "nlflN", 9: "nl1N", 34: "nlNnmDn", 35: "nlNnMn",
    ]
    return expected.sorted { $0.key < $1.key }
      .reduce(.check("The large poster", detail.symbols.joined(), is: "nwN")) { result, trail in
        let symbols = list.trails[trail.key]?.symbols.joined() ?? ""
        let beginning = String(symbols.prefix(trail.value.count))
        return result.and(.check("Row \(trail.key)", beginning, is: trail.value))
      }
  }
}

extension MoviesPlay {
  /// The statuses of the answers to each row that came to rest or was fetched on the way, by place.
  var answers: [Int: [Int]] {
    get async {
      let answers = await context.server.answers
      return answers.reduce(into: [:]) { answers, answer in
        if let place = place(answer.path) { answers[place, default: []].append(answer.status) }
      }
    }
  }

  /// How often each row was asked for, by place.
  var requests: [Int: Int] {
    get async {
      let requests = await context.server.requests
      return requests.compactMap { place($0.path) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  /// What must have happened on the way from an empty folder.
  private struct Expectation {
    private(set) var answers: [Int: [Int]] = [:]
    private(set) var requests: [Int: Int] = [:]

    /// The first four screens are new; of the last two, the first one is still in memory.
    let sources: [Set<String>] =
      Array(repeating: ["network"], count: 4) + [["memory"], ["memory", "disk"]]

    init(movies: [Movie]) {
      for stretch in RowScroll.movies.stretches {
        let flight = Flight(stretch, of: movies)
        for place in (flight.map { [$0.begun.finished] } ?? []) + stretch.inView {
          show(place, PosterKeeping(of: movies[place]))
        }
        if let place = flight?.begun.cutOff { requests[place, default: 0] += 1 }
      }
    }

    private mutating func show(_ place: Int, _ keeping: PosterKeeping) {
      let new = answers[place] == nil ? Self.first(place) : keeping.answers
      answers[place, default: []] += new
      if !new.isEmpty { requests[place, default: 0] += new.count }
    }

    private static func first(_ place: Int) -> [Int] {
      switch PosterAccident.allCases.first(where: { $0.row == place }) {
      case .failing: [500, 200]
      case .broken: [200, 206]
      case .slow, nil: [200]
      }
    }
  }
}

extension MoviesPlay.Look {
  /// Where the posters came from.
  var sources: Set<String> { Set(lines.map(\.source)) }
}

extension PosterLine {
  /// Whether there is a poster, in this size.
  func has(_ size: PosterSize) -> Bool {
    guard case .poster(let poster, _) = content else { return false }
    return (poster.image.width, poster.image.height) == (size.width, size.height)
  }

  /// Where the poster came from, or what there is instead.
  var source: String {
    switch content {
    case .poster(_, let source): source.rawValue
    case .blank: "blank"
    case .failure(let reason): reason
    }
  }
}
