import Foundation

/// Where a feed is: the argument of `--feed`.
enum FeedSource: Hashable, Sendable {
  case file(String)
  case web(URL)
}

extension FeedSource {
  /// Why a text names no feed.
  struct Invalid: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  /// Reads a URL (`https`, `http`, `file`) or a path, which may be relative to the working folder.
  init(_ text: String) throws(Invalid) {
    guard !text.isEmpty else { throw Invalid(description: "The feed’s name is empty.") }
    guard let scheme = text.firstMatch(of: /^([A-Za-z][A-Za-z0-9+.\-]*):\/\//)?.1 else {
      self = .file(text)
      return
    }
    guard let url = URL(string: text) else {
      throw Invalid(description: "“\(text)” is not a URL.")
    }
    self = try Self.source(url, scheme: scheme.lowercased())
  }

  private static func source(_ url: URL, scheme: String) throws(Invalid) -> FeedSource {
    switch scheme {
    case "http", "https":
      guard let host = url.host(), !host.isEmpty else {
        throw Invalid(description: "“\(url.absoluteString)” names no host.")
      }
      return .web(url)
    case "file":
      return .file(url.path(percentEncoded: false))
    default:
      throw Invalid(description: "A feed is loaded from http, https or file, not from \(scheme).")
    }
  }
}

extension FeedSource: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let path): path
    case .web(let url): url.absoluteString
    }
  }
}
