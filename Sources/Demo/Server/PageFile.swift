import Foundation

/// A file of the page, from the resources of the demo.
struct PageFile: Sendable {
  let data: Data
  let type: String

  /// Reads the file at a path; nil if the page has none there.
  init?(path: String) {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    let types = [
      "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]
    // A name, not a path: no request leaves the folder.
    guard name.utf8.allSatisfy({ Self.allowed.contains($0) }),
      let type = types[URL(filePath: name).pathExtension],
      let folder = Bundle.module.url(forResource: "Page", withExtension: nil),
      let data = try? Data(contentsOf: folder.appending(path: name))
    else { return nil }
    (self.data, self.type) = (data, "\(type); charset=utf-8")
  }

  private static let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
}
