import Foundation

/// A podcast feed, in the order of the document.
struct Feed: Hashable, Sendable {
  var title: String?
  var episodes: [Episode]
}

struct Episode: Hashable, Sendable {
  var title: String?
  var date: Date?
  var duration: Duration?
  var enclosure: Enclosure?
}

struct Enclosure: Hashable, Sendable {
  var url: String?
  var type: String?
  var length: Int?
}

enum FeedError: Error, Hashable, Sendable {
  case request(APIError)
  case noFile(String)
  case unreadable(String, reason: String)
  case empty
  case notXML(line: Int, reason: String)
  case notRSS(root: String, line: Int)
  case noChannel
  case truncated(line: Int)
  case malformed(line: Int, reason: String)
}

extension FeedError: CustomStringConvertible {
  var description: String {
    switch self {
    case .request(let error): error.description
    case .noFile(let path): "No file at \(path)."
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

  var isCancellation: Bool { self == .request(.cancelled) }
}
