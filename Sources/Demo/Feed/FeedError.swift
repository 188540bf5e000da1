/// Why there is no feed to show.
enum FeedError: Error, Hashable, Sendable {
  /// The feed's server gave no answer that can be used.
  case request(APIError)
  /// There is no file of this path.
  case noFile(String)
  /// The file is there but cannot be read.
  case unreadable(String, reason: String)
  /// There are no bytes, or only white space.
  case empty
  /// The text is not XML.
  case notXML(line: Int, reason: String)
  /// The text is XML, but its root is not `rss`.
  case notRSS(root: String, line: Int)
  /// The `rss` element holds no `channel`.
  case noChannel
  /// The text begins as RSS and ends too early.
  case truncated(line: Int)
  /// The text begins as RSS and breaks the rules of XML.
  case malformed(line: Int, reason: String)
}

extension FeedError: CustomStringConvertible {
  /// A sentence for the screen.
  var description: String {
    switch self {
    case .request(let error): error.description
    case .noFile(let path): "There is no file at \(path)."
    case .unreadable(let path, let reason): "The file at \(path) cannot be read: \(reason)"
    case .empty: "The feed is empty."
    case .notXML(let line, let reason): "This is not XML (line \(line): \(reason))."
    case .notRSS(let root, let line):
      "This is XML but not an RSS feed: its root is “\(root)” (line \(line)), expected “rss”."
    case .noChannel: "The RSS feed has no channel."
    case .truncated(let line): "The feed ends too early (line \(line))."
    case .malformed(let line, let reason): "The feed is not well-formed (line \(line): \(reason))."
    }
  }

  /// Whether loading was cancelled; for a loader's policy.
  var isCancellation: Bool { self == .request(.cancelled) }
}
