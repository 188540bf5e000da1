import ReactiveLoadable
import ReactiveResources

struct PosterAccident: Sendable {
  /// The row; each one is in view at the first or the second rest.
  let row: Int
  let repetition: String
  let disturbance: Disturbance
  static let slow = Self(row: 1, repetition: "again", disturbance: .delay(.milliseconds(200)))
  static let failing = Self(row: 4, repetition: "again, by a tap", disturbance: .status(500))
  static let broken = Self(
    row: 9,
    repetition: "again, for the missing part",
    disturbance: .breakOff
  )
  static let allCases = [slow, failing, broken]
}

extension DemoServer {
  func disturb(_ movies: [Movie], _ size: PosterSize) async {
    for accident in PosterAccident.allCases {
      let path = movies[accident.row].posterPath(size)
      await disturb(accident.disturbance, path: path, times: 1)
    }
  }
}

struct RequestedRows: Hashable, Sendable {
  var places: [Int]
  /// The rows that flew by and whose loads were already running.
  var flyingBy: [Int]

  /// The text, such as `33 and 32 while flying by, then 12, 13` or `4, 3, 4 (again, by a tap)`.
  var text: String {
    let rest = words.dropFirst(flyingBy.count).joined(separator: ", ")
    guard !flyingBy.isEmpty else { return rest }
    let first = words.prefix(flyingBy.count).joined(separator: " and ") + " while flying by"
    return rest.isEmpty ? first : "\(first), then \(rest)"
  }

  private var words: [String] {
    places.enumerated().map { index, place in
      guard places.prefix(index).contains(place) else { return String(place) }
      let accident = PosterAccident.allCases.first { $0.row == place }
      return "\(place) (\(accident?.repetition ?? "again"))"
    }
  }
}

struct AnswerHistory: Hashable, Sendable {
  var wasRequested: Bool
  var statuses: [Int]

  var statusText: String {
    statuses.isEmpty ? "–" : statuses.map(String.init).joined(separator: ", ")
  }

  /// The meaning, such as `sent; revalidated, unchanged`.
  var meaning: String {
    guard wasRequested else { return "not requested: its row only flew by" }
    guard !statuses.isEmpty else { return "cancelled before an answer: its row flew by" }
    return statuses.map(Self.meaning).joined(separator: "; ")
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 200: "sent"
    case 206: "broke off, and only the rest was sent"
    case 304: "revalidated, unchanged"
    default: "failed"
    }
  }
}

/// The requests and answers for all posters of a list, by row number.
struct PosterCensus: Hashable, Sendable {
  let posters: Int
  let rested: Set<Int>
  let answers: [Int: [Int]]
  let requests: [Int: Int]

  /// A sentence in which the counts add up to the number of posters.
  var text: String {
    let arrived = answers.keys.count { !rested.contains($0) }
    let ended = requests.keys.count { answers[$0] == nil && !rested.contains($0) }
    return "\(posters) posters: \(rested.count) came to rest, \(arrived) arrived although their "
      + "rows only flew by, \(ended) were cancelled in flight, and "
      + "\(posters - rested.count - arrived - ended) were never requested."
  }

  /// A sentence about the cancelled loads, some of which never reached the server.
  func cancelled(_ loads: Int) -> String {
    let ended = requests.values.reduce(0, +) - answers.values.reduce(0) { $0 + $1.count }
    return "\(loads) loads of rows that flew by were cancelled, \(loads - ended) of them before "
      + "a request."
  }

  var table: TextTable {
    let histories = (0..<posters).map { place in
      AnswerHistory(wasRequested: requests[place] != nil, statuses: answers[place] ?? [])
    }
    let counts = histories.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return TextTable(
      ["Answers", .right("Posters"), "Meaning"],
      rows: counts.map { [$0.statusText, String($1), $0.meaning] }.sorted {
        ($0[0], $0[2]) < ($1[0], $1[2])
      }
    )
  }
}

/// The requests for posters, and the bytes of the bodies sent.
struct PosterTraffic: Hashable, Sendable {
  var requests: Int
  var bytes: Int

  static func - (whole: Self, part: Self) -> Self {
    Self(requests: whole.requests - part.requests, bytes: whole.bytes - part.bytes)
  }

  fileprivate func cells(_ text: String) -> [String] { [text, String(requests), String(bytes)] }
}

extension DemoServer {
  /// The traffic so far, counted by the server after every running transfer has ended.
  var posterTraffic: PosterTraffic {
    get async {
      let isPoster = { (path: String) in path.hasPrefix("/posters/") }
      let requests = await requests.count { isPoster($0.path) }
      let bodies = await answers.count { isPoster($0.path) && [200, 206].contains($0.status) }
      for await all in transfers.elements {
        let ended = all.filter { isPoster($0.path) }
        guard ended.count >= bodies else { continue }
        return PosterTraffic(requests: requests, bytes: ended.reduce(0) { $0 + $1.sent })
      }
      return PosterTraffic(requests: requests, bytes: 0)
    }
  }
}

/// The traffic of rows without sharing or cache, and the traffic of the scene.
struct PosterGain: Hashable, Sendable {
  let naive: PosterTraffic
  let shared: PosterTraffic

  static func measure(_ keys: [ResourceKey], in context: SceneContext) async -> PosterGain {
    let shared = await context.server.posterTraffic
    let latency = await context.server.setLatency(.zero)
    for key in keys where !Task.isCancelled { await context.api.fetchPoster(key) }
    await context.server.setLatency(latency)
    return PosterGain(naive: await context.server.posterTraffic - shared, shared: shared)
  }

  /// Reached if each row made a request without sharing, and sharing cost no more.
  func check(_ keys: [ResourceKey]) -> SceneResult {
    expect("Requests without sharing", naive.requests, is: keys.count)
      .and(expect("No more requests", shared.requests <= naive.requests, is: true))
      .and(expect("No more bytes", shared.bytes <= naive.bytes, is: true))
  }

  func checkSaving() -> SceneResult {
    expect("Fewer requests", shared.requests < naive.requests, is: true)
      .and(expect("Fewer bytes", shared.bytes < naive.bytes, is: true))
  }

  var blocks: [Block] {
    let saved = naive - shared
    let shares = [(saved.requests, naive.requests), (saved.bytes, naive.bytes)].map {
      "\($1 == 0 ? 0 : $0 * 100 / $1) %"
    }
    return [
      .line("Saved requests and bytes, counted by the server", .bold),
      .paragraph(
        "Without sharing, each row that appears requests its whole poster, and nothing is cached.",
        .faint
      ),
      .table(
        ["The same rows", .right("Requests"), .right("Bytes of posters")],
        [
          naive.cells("Without sharing"), shared.cells("With sharing, in this scene"),
          saved.cells("Saved"), [""] + shares,
        ]
      ), .blank,
    ]
  }
}
