// Checks a site of merged DocC archives: every page has its HTML file, every link leads to a page and to an
// anchor in it, every picture and download is a file, and no symbol of the libraries is unresolved.
//
//   check-site FOLDER LIBRARIES…
//
// Links below a base path are stored without it, so FOLDER is the folder that is served below that path.
import Foundation

typealias Object = [String: Any]

struct Page {
  let path: String
  let content: Object
  let anchors: Set<String>
}

struct Site {
  let folder: URL
  let libraries: Set<String>
  private(set) var pages: [String: Page] = [:]
  private(set) var links = 0
  private(set) var files = 0
  private(set) var faults: Set<String> = []

  init(_ folder: URL, libraries: Set<String>) throws {
    (self.folder, self.libraries) = (folder, libraries)
    let data = folder.appending(path: "data").standardizedFileURL.path + "/"
    for file in try FileManager.default.subpathsOfDirectory(atPath: data).sorted()
    where file.hasSuffix(".json") {
      let text = try Data(contentsOf: URL(filePath: data + file))
      guard let content = try JSONSerialization.jsonObject(with: text) as? Object else { continue }
      let path = "/" + file.dropLast(".json".count)
      pages[path] = Page(path: path, content: content, anchors: Self.anchors(in: content))
    }
  }

  mutating func check() throws {
    for page in pages.values {
      require(page.path + "/index.html", from: page.path)
      let chapters = Self.chapters(of: page)
      let references = page.content["references"] as? [String: Object] ?? [:]
      for (name, reference) in references where !chapters.contains(name) {
        check(reference, from: page.path)
      }
    }
    try checkIndex()
    try checkFront()
  }

  private mutating func check(_ reference: Object, from page: String) {
    switch reference["type"] as? String {
    case "topic", "section", "link": follow(reference["url"] as? String ?? "", from: page)
    case "image", "video":
      for variant in reference["variants"] as? [Object] ?? [] {
        require(variant["url"] as? String ?? "", from: page)
      }
    case "download": require(reference["url"] as? String ?? "", from: page)
    case "unresolvable":
      let title = reference["title"] as? String ?? ""
      guard let library = title.split(separator: ".").first, libraries.contains(String(library))
      else { return }
      faults.insert("\(page): the symbol \(title) has no page")
    default: break
    }
  }

  private mutating func follow(_ url: String, from page: String) {
    guard url.hasPrefix("/") else { return }
    links += 1
    let parts = url.split(separator: "#", maxSplits: 1).map(String.init)
    let path = (parts.first ?? "").removingPercentEncoding ?? ""
    guard let target = pages[path.lowercased()] else {
      faults.insert("\(page): no page for the link \(url)")
      return
    }
    guard parts.count > 1, !target.anchors.contains(parts[1]) else { return }
    faults.insert("\(page): no anchor for the link \(url)")
  }

  private mutating func require(_ path: String, from page: String) {
    files += 1
    let file = folder.appending(path: path)
    if !FileManager.default.fileExists(atPath: file.path) {
      faults.insert("\(page): no file \(path)")
    }
  }

  /// Checks the entries of the sidebar.
  private mutating func checkIndex() throws {
    let file = folder.appending(path: "index/index.json")
    let index = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    var isEmpty = true
    for case let path as String in Self.values(of: "path", in: index) {
      isEmpty = false
      follow(path, from: "index/index.json")
    }
    if isEmpty { faults.insert("index/index.json has no entry") }
  }

  /// Checks the relative links of the front page.
  private mutating func checkFront() throws {
    let front = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
    for match in front.matches(of: /(?:href|src|srcset)="([^"#:]+)(#[^"]*)?"/) {
      let target = String(match.1)
      if target.hasSuffix("/") {
        follow("/" + target.dropLast() + (match.2 ?? ""), from: "index.html")
      } else {
        require(target, from: "index.html")
      }
    }
  }

  /// The chapters of a tutorial's table of contents, which are titles without a page.
  private static func chapters(of page: Page) -> Set<String> {
    let modules = (page.content["hierarchy"] as? Object)?["modules"] as? [Object] ?? []
    return Set(modules.compactMap { $0["reference"] as? String })
  }

  private static func anchors(in content: Object) -> Set<String> {
    Set(values(of: "anchor", in: content).compactMap { $0 as? String })
  }

  private static func values(of key: String, in content: Any) -> [Any] {
    switch content {
    case let object as Object:
      object.flatMap { name, value in (name == key ? [value] : []) + values(of: key, in: value) }
    case let list as [Any]: list.flatMap { values(of: key, in: $0) }
    default: []
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
  print("usage: check-site FOLDER LIBRARIES…")
  exit(64)
}
var site = try Site(URL(filePath: folder), libraries: Set(arguments.dropFirst()))
try site.check()
for fault in site.faults.sorted() { print(fault) }
guard site.faults.isEmpty, !site.pages.isEmpty else {
  print("\(site.faults.count) faults in \(site.pages.count) pages of \(folder)")
  exit(1)
}
print("ok: \(site.pages.count) pages, \(site.links) links, \(site.files) files")
