/// What became of each poster of a list, so that the counts add up.
struct PosterCensus: Hashable, Sendable {
  let posters: Int
  /// Those whose rows came to rest.
  let rested: Int
  /// Those that arrived although their rows only flew by.
  let arrived: Int
  /// Those that were asked for, and ended before an answer.
  let ended: Int
  /// The requests that ended before an answer.
  let endedRequests: Int

  /// Counts what the server was asked and has answered, by place.
  init(posters: Int, rested: Set<Int>, answers: [Int: [Int]], requests: [Int: Int]) {
    self.posters = posters
    self.rested = rested.count
    arrived = answers.keys.count { !rested.contains($0) }
    ended = requests.keys.count { answers[$0] == nil && !rested.contains($0) }
    endedRequests = requests.values.reduce(0, +) - answers.values.reduce(0) { $0 + $1.count }
  }

  /// Those that nobody asked the server for.
  var neverSent: Int { posters - rested - arrived - ended }

  /// Such as `40 posters: 24 came to rest, 2 arrived though their rows only flew by, …`.
  var text: String {
    "\(posters) posters: \(rested) came to rest, \(arrived) arrived though their rows only flew by, "
      + "\(ended) were ended on the way, and \(neverSent) were never asked for."
  }

  /// How many loads of rows that flew by were ended, and how many of those had got to the server.
  func ended(_ loads: Int) -> String {
    "\(loads) loads of rows that flew by were ended, \(loads - endedRequests) of them before the "
      + "server was asked."
  }
}
