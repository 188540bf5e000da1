import ReactiveLoadable

extension MoviesPlay {
  /// Whether each poster that came to rest was fetched once, and only asked about later, in the
  /// order that is due, and whether each row showed what was there at once.
  func checks() -> [SceneCheck] {
    let expected = Expectation(movies: list.movies)
    let claims = [
      SceneCheck(Claim.order, checkOrder()),
      SceneCheck(
        Claim.once,
        .check("Answers", answers, is: expected.answers)
          .and(.check("Requests", requests, is: expected.requests))
      ),
      SceneCheck(Claim.atOnce, .check("Came from", looks.map(\.sources), is: expected.sources)),
    ]
    let rows = list.made
    return claims + [
      SceneCheck(Claim.marks, checkTrails()), SceneCheck(Claim.pixels, checkPixels()),
      SceneCheck(
        "\(rows) rows were enough for \(list.movies.count) movies.",
        .check("Rows that were made", rows, is: RowScroll.movies.height + 1)
      ),
    ]
  }

  /// What a play claims.
  private enum Claim {
    static let order = """
      While the list flew, the server was asked for what had begun, then for the rows in view, the \
      last to appear first, and for nothing else.
      """
    static let once = """
      Each poster was sent once. Later it was only asked about, unless it was fresh; what broke off \
      went on where it had ended.
      """
    static let atOnce = """
      Each row showed what was at hand: from memory, else from the disk, else from the network.
      """
    static let marks = "The rows that are drawn above showed these states, in this order."
    static let pixels = "Each poster has the pixels of the size that was asked for."
  }

  /// Reached if all is so; else the text says what is not.
  func check() -> SceneResult { checks().result }

  private func checkOrder() -> SceneResult {
    let flights = RowScroll.movies.stretches.map { Flight($0, of: list.movies)?.asked }
    let asked = zip(looks, flights).compactMap { look, flight in flight.map { _ in look.asked } }
    return .check("Asked while it flew", asked, is: flights.compactMap(\.self))
  }

  private func checkPixels() -> SceneResult {
    SceneResult.check("Pixels", looks.flatMap(\.lines).allSatisfy { $0.has(.w92) }, is: true)
      .and(.check("Pixels of the large poster", large?.has(.w342) ?? false, is: true))
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
}
