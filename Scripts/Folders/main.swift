// Counts the pairs of folders of a module that need each other. A file needs a folder if it names a type or a
// function of the top level that one file of that folder declares, and no other file of the module.

import Foundation

struct Arrow: Hashable, Comparable {
  let from: String
  let to: String
  var reversed: Arrow { Arrow(from: to, to: from) }

  static func < (a: Arrow, b: Arrow) -> Bool { (a.from, a.to) < (b.from, b.to) }
}

struct File {
  /// The first folder below the module; `.` at its top.
  let folder: String
  let name: String
  let words: Set<String>
  let declared: [String]
}

/// Returns the source with spaces instead of comments, and without the contents of strings.
func code(of source: String) -> String {
  var code: [UInt8] = []
  var bytes = Array(source.utf8)[...]
  func starts(_ text: StaticString) -> Bool {
    bytes.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  while let byte = bytes.first {
    if starts("//") {
      bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
    } else if starts("/*") {
      while !bytes.isEmpty, !starts("*/") { bytes.removeFirst() }
      bytes = bytes.dropFirst(2)
    } else if starts("\"\"\"") {
      bytes = bytes.dropFirst(3)
      while !bytes.isEmpty, !starts("\"\"\"") { bytes.removeFirst() }
      bytes = bytes.dropFirst(3)
    } else if byte == UInt8(ascii: "\"") {
      bytes = bytes.dropFirst()
      while let next = bytes.first, next != UInt8(ascii: "\""), next != UInt8(ascii: "\n") {
        bytes = bytes.dropFirst(next == UInt8(ascii: "\\") ? 2 : 1)
      }
      bytes = bytes.dropFirst()
    } else {
      code.append(byte)
      bytes.removeFirst()
    }
  }
  return String(decoding: code, as: UTF8.self)
}

func words(of line: Substring) -> [Substring] {
  line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
}

let modifiers: Set<Substring> = [
  "public", "package", "final", "indirect", "nonisolated", "usableFromInline", "inlinable",
  "inline", "never", "MainActor", "frozen", "dynamicMemberLookup", "Observable", "resultBuilder",
]
let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias", "func"]

/// Returns the name that a line without indentation declares for other files.
func declaration(in line: Substring) -> String? {
  guard let first = line.first, first.isLetter || first == "@" else { return nil }
  let rest = words(of: line).drop(while: modifiers.contains)
  guard let kind = rest.first, kinds.contains(kind) else { return nil }
  return rest.dropFirst().first.map(String.init)
}

func file(_ path: Substring, below module: String) throws -> File {
  let code = code(of: try String(contentsOfFile: String(path), encoding: .utf8))
  let parts = path.dropFirst(module.count + 1).split(separator: "/")
  return File(
    folder: parts.count > 1 ? String(parts[0]) : ".",
    name: String(parts.last ?? ""),
    words: Set(words(of: code[...]).map(String.init)),
    declared: code.split(separator: "\n").compactMap(declaration)
  )
}

/// Returns the arrows between the folders, each with the names that cause it.
func arrows(between files: [File]) -> [Arrow: Set<String>] {
  var homes: [String: Set<Int>] = [:]
  for (index, file) in files.enumerated() {
    for name in file.declared { homes[name, default: []].insert(index) }
  }
  var arrows: [Arrow: Set<String>] = [:]
  for file in files {
    for word in file.words {
      guard let home = homes[word], home.count == 1, let only = home.first else { continue }
      let arrow = Arrow(from: file.folder, to: files[only].folder)
      if arrow.from != arrow.to { arrows[arrow, default: []].insert("\(file.name): \(word)") }
    }
  }
  return arrows
}

let limit = Int(CommandLine.arguments[1]) ?? 0
var modules: [String: [Substring]] = [:]
while let path = readLine() {
  let parts = path.split(separator: "/")
  guard path.hasSuffix(".swift"), !path.contains(".docc/"), parts.count > 2 else { continue }
  modules["\(parts[0])/\(parts[1])", default: []].append(path[...])
}
var pairs = 0
var report: [String] = []
for (module, paths) in modules.sorted(by: { $0.key < $1.key }) {
  let arrows = arrows(between: try paths.map { try file($0, below: module) })
  for arrow in arrows.keys.sorted() where arrow < arrow.reversed && arrows[arrow.reversed] != nil {
    pairs += 1
    for side in [arrow, arrow.reversed] {
      let names = (arrows[side] ?? []).sorted().prefix(4).joined(separator: ", ")
      report.append("  \(module): \(side.from) -> \(side.to): \(names)")
    }
  }
}
if pairs > limit {
  print("\(pairs) pairs of folders need each other, Scripts/folders.sh allows \(limit):")
  print(report.joined(separator: "\n"))
  exit(1)
}
print("\(pairs) pairs of folders need each other, at most \(limit) may")
