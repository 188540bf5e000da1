/// What became of the requests for a poster.
struct AnswerHistory: Hashable, Sendable {
  /// Whether there was a request at all.
  var wasAskedFor: Bool
  /// The statuses of the answers, in order.
  var statuses: [Int]

  /// The statuses, such as `200, 304`.
  var statusText: String {
    statuses.isEmpty ? "–" : statuses.map(String.init).joined(separator: ", ")
  }

  /// What they mean, such as `sent; later asked about, and still right`.
  var meaning: String {
    guard wasAskedFor else { return "never asked for: its row only flew by" }
    guard !statuses.isEmpty else { return "ended by us before an answer: its row flew by" }
    return statuses.map(Self.meaning).joined(separator: "; ")
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 200: "sent"
    case 206: "broke off, and only the rest was sent"
    case 304: "asked about, and still right"
    default: "failed"
    }
  }
}
