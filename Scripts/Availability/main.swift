// Finds uses of standard library declarations that are newer than the deployment target, outside of
// `#available` and `@available`. On Linux all declarations are available, so the compiler cannot find them.
//
//   availability MAJOR.MINOR SYMBOLGRAPHS… -- SOURCES…
//
// The search is by name, with the type or the first argument label. A name that an older declaration also
// has is ambiguous and is skipped: `--verbose` lists these names.
import Foundation

// MARK: Symbol graphs

struct Version: Comparable {
  let major: Int
  let minor: Int

  init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  init?(_ text: String) {
    let parts = text.split(separator: ".").compactMap { Int($0) }
    guard let major = parts.first else { return nil }
    self.init(major: major, minor: parts.dropFirst().first ?? 0)
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.major, one.minor) < (other.major, other.minor)
  }
}

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Availability: Decodable {
      struct Introduced: Decodable {
        let major: Int
        let minor: Int?
      }
      let domain: String?
      let introduced: Introduced?
    }
    let kind: Kind
    let pathComponents: [String]
    let availability: [Availability]?
  }
  let symbols: [Symbol]
}

extension SymbolGraph.Symbol {
  /// The version of macOS that introduced it; versions of the other systems follow the same releases.
  var introduced: Version? {
    let version = availability?.first { $0.domain == "macOS" }?.introduced
    return version.map { Version(major: $0.major, minor: $0.minor ?? 0) }
  }

  /// The name without argument labels.
  var baseName: String {
    String((pathComponents.last ?? "").prefix { $0 != "(" })
  }

  /// The label of the first argument; `nil` without one.
  var firstLabel: String? {
    let labels = (pathComponents.last ?? "").drop { $0 != "(" }.dropFirst()
    let first = labels.prefix { $0 != ":" }
    return labels.contains(":") && first != "_" ? String(first) : nil
  }

  var isWord: Bool { baseName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
  var isType: Bool { ["struct", "class", "enum", "protocol", "typealias"].contains(shortKind) }
  var isCallable: Bool { shortKind.hasSuffix("method") || shortKind.hasPrefix("func") }
  private var shortKind: String { kind.identifier.replacing("swift.", with: "") }

  /// A regular expression that matches its uses, but not those of older declarations.
  func pattern(unlike oldNames: Set<String>) -> String? {
    guard isWord else { return nil }
    guard let parent = pathComponents.dropLast().last else { return "\\b\(baseName)\\b" }
    if isType { return "\\b\(parent)\\.\(baseName)\\b" }
    if baseName == "init" { return firstLabel.map { "\\b\(parent)\\(\\s*\($0):" } }
    if !oldNames.contains(baseName) { return "\\.\(baseName)\\b" }
    return isCallable ? firstLabel.map { "\\.\(baseName)\\s*\\(\\s*\($0)\\s*:" } : nil
  }
}

// MARK: Sources

/// A source without comments and string contents, and the flags of its guarded lines.
struct Source {
  let lines: [String]
  private(set) var isGuarded: [Bool]

  init(_ text: String) {
    lines = Self.withoutProse(text).components(separatedBy: "\n")
    isGuarded = []
    isGuarded = guarded()
  }

  /// A line is guarded if a block around it, or its declaration, names a version.
  private func guarded() -> [Bool] {
    var blocks: [Bool] = []
    var isNextGuarded = false
    return lines.map { line in
      if line.contains("#available(") || isAttribute(line) { isNextGuarded = true }
      let wasGuarded = isNextGuarded || blocks.contains(true)
      // After `guard #available(…) else { return }` the rest of the block is guarded.
      if line.contains("guard #available("), !blocks.isEmpty { blocks[blocks.count - 1] = true }
      for character in line {
        switch character {
        case "{":
          blocks.append(isNextGuarded)
          isNextGuarded = false
        case "}": _ = blocks.popLast()
        default: break
        }
      }
      return wasGuarded
    }
  }

  private func isAttribute(_ line: String) -> Bool {
    line.contains("@available(") && line.firstRange(of: /(macOS|iOS) \d/) != nil
  }

  private static func withoutProse(_ text: String) -> String {
    text.replacing(/\/\/[^\n]*/) { _ in "" }
      .replacing(/(?s)\/\*.*?\*\//) { match in String(match.output.filter(\.isNewline)) }
      .replacing(/(?s)"""(.*?)"""/) { match in String(match.output.0.filter(\.isNewline)) }
      .replacing(/"(\\.|[^"\\\n])*"/) { _ in "\"\"" }
  }
}

// MARK: The check

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isVerbose = arguments.first == "--verbose"
if isVerbose { arguments.removeFirst() }
guard let split = arguments.firstIndex(of: "--"), let target = arguments.first.flatMap(Version.init)
else { fail("usage: availability [--verbose] MAJOR.MINOR SYMBOLGRAPHS… -- SOURCES…") }

var symbols: [SymbolGraph.Symbol] = []
for path in arguments[1..<split] {
  guard let data = FileManager.default.contents(atPath: path),
    let graph = try? JSONDecoder().decode(SymbolGraph.self, from: data)
  else { fail("\(path) is not a symbol graph.") }
  symbols += graph.symbols
}
let isNew = { (symbol: SymbolGraph.Symbol) in symbol.introduced.map { $0 > target } ?? false }
let newTypes = Set(symbols.filter { isNew($0) && $0.isType }.map(\.pathComponents))
/// Every use of such a declaration also uses the enclosing type.
let isInNewType = { (symbol: SymbolGraph.Symbol) in
  symbol.pathComponents.indices.dropFirst().contains {
    newTypes.contains(Array(symbol.pathComponents[..<$0]))
  }
}
let new = symbols.filter { isNew($0) && !isInNewType($0) }
if new.isEmpty {
  fail("No declaration is newer than \(arguments[0]): the symbol graphs lack versions.")
}
let old = symbols.filter { !isNew($0) }
let oldNames = Set(old.map(\.baseName))
let oldPatterns = Set(old.compactMap { $0.pattern(unlike: oldNames) })

/// A search for the uses of a declaration.
struct Search {
  let name: String
  let baseName: String
  let pattern: Regex<AnyRegexOutput>
}

var searches: [String: Search] = [:]
for symbol in new {
  let name = symbol.pathComponents.joined(separator: ".")
  guard let pattern = symbol.pattern(unlike: oldNames), !oldPatterns.contains(pattern) else {
    if isVerbose { print("skipped: \(name)") }
    continue
  }
  let baseName = symbol.baseName == "init" ? symbol.firstLabel ?? "init" : symbol.baseName
  searches[pattern] = Search(name: name, baseName: baseName, pattern: try Regex(pattern))
  if isVerbose { print("searched: \(name) as \(pattern)") }
}

var findings = 0
let paths = arguments[(split + 1)...]
for path in paths {
  guard let data = FileManager.default.contents(atPath: path) else {
    fail("\(path) cannot be read.")
  }
  let text = String(decoding: data, as: UTF8.self)
  let possible = searches.values.filter { text.contains($0.baseName) }
  if possible.isEmpty { continue }
  let source = Source(text)
  for (index, line) in source.lines.enumerated() where !source.isGuarded[index] {
    for search in possible where line.contains(search.baseName) {
      guard line.firstMatch(of: search.pattern) != nil else { continue }
      print(
        """
        \(path):\(index + 1): \(search.name) is newer than macOS \(arguments[0]). Guard it \
        with `#available`, or use an older API.
        """
      )
      findings += 1
    }
  }
}
print("\(searches.count) newer names, \(paths.count) files, \(findings) unguarded uses")
exit(findings == 0 ? 0 : 1)
