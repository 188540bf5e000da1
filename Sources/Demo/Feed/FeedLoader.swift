import Foundation

/// Loads a feed from the web or from a file.
struct FeedLoader: Sendable {
  private let transport: Transport

  init(transport: Transport = Transport()) {
    self.transport = transport
  }

  /// Loads and reads a feed; fits a loader whose request is the source.
  func load(_ source: FeedSource) async throws(FeedError) -> Feed {
    switch source {
    case .file(let path): try Feed(xml: contents(of: path))
    case .web(let url): try await Feed(xml: fetch(url))
    }
  }

  private func fetch(_ url: URL) async throws(FeedError) -> Data {
    do {
      return try await transport.data(from: url)
    } catch {
      throw .request(error)
    }
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
    } catch {
      throw .unreadable(path, reason: error.localizedDescription)
    }
  }
}
