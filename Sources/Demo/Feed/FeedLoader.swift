import Foundation
import ReactiveResources

struct FeedLoader: Sendable {
  private let transport = Transport()

  func load(_ source: FeedSource) async throws(FeedError) -> Feed {
    switch source {
    case .file(let path): try Feed(xml: contents(of: path))
    case .web(let url): try await fetch(url)
    }
  }

  private func fetch(_ url: URL) async throws(FeedError) -> Feed {
    let fetched: FetchedResource
    do { fetched = try await transport.fetch(url) } catch { throw .request(error) }
    let charset = fetched.contentType?.firstMatch(of: /;\s*charset="?([^\s;"]+)/.ignoresCase())?.1
    return try Feed(xml: fetched.body, charset: charset.map(String.init))
  }

  private func contents(of path: String) throws(FeedError) -> Data {
    guard !Task.isCancelled else { throw .request(.cancelled) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .noFile(path)
    }
    guard !isFolder.boolValue else { throw .unreadable(path, reason: "It is a folder.") }
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch { throw .unreadable(path, reason: error.localizedDescription) }
  }
}

/// The address of a feed: the argument of `--feed`.
enum FeedSource: Hashable, Sendable {
  case file(String)
  case web(URL)

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
    guard let url = URL(reading: text) else {
      throw Invalid(description: "“\(text)” is not a URL.")
    }
    switch scheme.lowercased() {
    case "file": self = .file(url.path(percentEncoded: false))
    case "http" where url.hasNoHost, "https" where url.hasNoHost:
      throw Invalid(description: "“\(text)” has no host.")
    case "http", "https": self = .web(url)
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

extension URL {
  fileprivate var hasNoHost: Bool { host()?.isEmpty ?? true }
}
