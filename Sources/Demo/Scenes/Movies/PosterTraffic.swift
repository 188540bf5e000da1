import ReactiveLoadable

/// What the server was asked for posters, and what it has sent of them.
struct PosterTraffic: Hashable, Sendable {
  var requests: Int
  /// The bytes of bodies, without header fields.
  var bytes: Int
}

extension DemoServer {
  /// What there was of posters so far, as the server counts it; waits until what it has begun to
  /// send has ended.
  var posterTraffic: PosterTraffic {
    get async {
      let requests = await requests.count { $0.path.isPoster }
      let bodies = await answers.count { $0.path.isPoster && [200, 206].contains($0.status) }
      for await all in transfers.elements {
        let ended = all.filter(\.path.isPoster)
        guard ended.count >= bodies else { continue }
        return PosterTraffic(requests: requests, bytes: ended.reduce(0) { $0 + $1.sent })
      }
      return PosterTraffic(requests: requests, bytes: 0)
    }
  }
}

extension PosterTraffic {
  static func - (whole: Self, part: Self) -> Self {
    Self(requests: whole.requests - part.requests, bytes: whole.bytes - part.bytes)
  }

  /// The cells of a table: what it is, requests, bytes.
  func cells(_ text: String) -> [String] { [text, String(requests), String(bytes)] }
}

extension String {
  fileprivate var isPoster: Bool { hasPrefix("/posters/") }
}
