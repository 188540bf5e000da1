// The headings and the names to which documentation may link.
import Foundation

/// The articles of the documentation, by the module whose catalog contains them.
struct Articles {
  /// The anchors of the headings, as `Module/Article#Heading`.
  private var anchors: Set<String> = []
  private var modules: Set<Substring> = []

  init(of files: [String]) {
    for file in files where file.hasSuffix(".md") && file.contains(".docc/") { read(file) }
  }

  /// Returns whether a link in this file has a heading, such as `<doc:LoaderContract#L1-State>`.
  ///
  /// A module without a catalog is a layer: the module that re-exports it has its articles.
  func contain(_ link: String, in file: String) -> Bool {
    let module = modules.contains(module(of: file)) ? module(of: file) : "ReactiveLoadable"
    return anchors.contains("\(module)/\(link.dropFirst(5).dropLast())")
  }

  private mutating func read(_ file: String) {
    modules.insert(module(of: file))
    let article = URL(filePath: file).deletingPathExtension().lastPathComponent
    for line in lines(ofFile: file) where line.hasPrefix("##") {
      let heading = line.drop { $0 == "#" || $0 == " " }
        .replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || $0 == "-" }
      anchors.insert("\(module(of: file))/\(article)#\(heading)")
    }
  }

  private func module(of file: String) -> Substring {
    file.split(separator: "/").dropFirst().first ?? ""
  }
}

let symbolLink = regex("(?<!`)``[^`]+``(?!`)")
let declaration = regex(
  "\\b(?:struct|class|enum|protocol|actor|typealias|associatedtype|func|var|let|precedencegroup)\\s+`?\\w+"
)
let enumCases = regex("^\\s*(?:indirect )?case [^.].*")
let identifier = regex("\\w+")

/// The names that the modules in Sources declare, and those of the modules.
struct Symbols {
  private var names: Set<String> = ["init", "subscript"]

  init(of files: [String]) {
    for file in files where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
      names.formUnion(file.split(separator: "/").dropFirst().prefix(1).map(String.init))
      for line in lines(ofFile: file) where !line.trimmed.hasPrefix("//") { read(line) }
    }
  }

  /// Returns whether each part of a link such as ``Loader/load(_:)`` is declared.
  func contain(_ link: String) -> Bool {
    link.split { $0 == "`" || $0 == "/" }.map(String.init).allSatisfy { part in
      guard let name = identifier.matches(part).first, part.hasPrefix(name) else { return true }
      return names.contains(name)
    }
  }

  private mutating func read(_ line: String) {
    names.formUnion(declaration.matches(line).compactMap { identifier.matches($0).last })
    for cases in enumCases.matches(line) { names.formUnion(identifier.matches(cases)) }
  }
}
