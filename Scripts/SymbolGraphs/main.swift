// Merges the symbol graphs of layers into those of the module that re-exports them, so that DocC makes one
// documentation: that of all symbols that a file sees which imports the module.
//
//   merge-symbol-graphs UMBRELLA LAYERS… -- INPUT OUTPUT
//
// INPUT is the folder that `swift package dump-symbol-graph` writes. Into the folder OUTPUT the program
// writes UMBRELLA.symbols.json, and one UMBRELLA@MODULE.symbols.json for each other module that the layers
// extend. What a layer adds to a type of another layer becomes a member of the type.
import Foundation

typealias Object = [String: Any]

struct Failure: Error {
  let text: String
}

/// The symbols and relationships of one file, or of several merged files.
struct SymbolGraph {
  private var header: Object
  private var symbols: [Object]
  private var relationships: [Object]

  init(at file: URL) throws {
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    guard
      let header = content as? Object,
      let symbols = header["symbols"] as? [Object],
      let relationships = header["relationships"] as? [Object]
    else { throw Failure(text: "\(file.lastPathComponent) is not a symbol graph.") }
    self.header = header
    self.symbols = symbols
    self.relationships = relationships
  }

  func write(to file: URL) throws {
    let content = header.merging(["symbols": symbols, "relationships": relationships]) { $1 }
    try JSONSerialization.data(withJSONObject: content, options: .sortedKeys).write(to: file)
  }

  mutating func append(_ other: Self) {
    symbols += other.symbols
    relationships += other.relationships
  }

  /// Attaches the members and conformances of extensions to the extended types.
  mutating func resolveExtensions() {
    var types: [String: String] = [:]
    for edge in relationships where edge["kind"] as? String == "extensionTo" {
      guard let source = edge["source"] as? String else { continue }
      types[source] = edge["target"] as? String
    }
    relationships = relationships.filter { $0["kind"] as? String != "extensionTo" }.map { edge in
      edge.mapValues { end in (end as? String).flatMap { types[$0] } ?? end }
    }
    symbols.removeAll { ($0["kind"] as? Object)?["identifier"] as? String == "swift.extension" }
  }

  /// Replaces the names of the layers by that of the umbrella.
  mutating func rename(_ layers: Set<String>, to umbrella: String) {
    header["module"] = (header["module"] as? Object)?.merging(["name": umbrella]) { $1 }
    symbols = symbols.map { $0.mapValues { renamed($0) } }
    func renamed(_ value: Any, of key: String = "") -> Any {
      switch value {
      case let name as String:
        ["module", "extendedModule"].contains(key) && layers.contains(name) ? umbrella : name
      case let list as [Any]: list.map { renamed($0) }
      case let object as Object:
        Object(uniqueKeysWithValues: object.map { ($0, renamed($1, of: $0)) })
      default: value
      }
    }
  }
}

func merge(_ umbrella: String, _ layers: Set<String>, from input: URL, to output: URL) throws {
  let suffix = ".symbols.json"
  var graphs: [String: SymbolGraph] = [:]
  var modules: Set<String> = []
  let names = try FileManager.default.contentsOfDirectory(atPath: input.path).sorted()
  for name in names where name.hasSuffix(suffix) {
    let parts = name.dropLast(suffix.count).split(separator: "@").map(String.init)
    guard layers.contains(parts[0]) || parts[0] == umbrella else { continue }
    let foreign = parts.dropFirst().first { !layers.contains($0) && $0 != umbrella }
    var graph = try SymbolGraph(at: input.appending(path: name))
    if foreign == nil { graph.resolveExtensions() }
    graph.rename(layers, to: umbrella)
    // A module's graphs of extensions do not replace that of its own symbols.
    if parts.count == 1 { modules.insert(parts[0]) }
    let merged = foreign.map { "\(umbrella)@\($0)" } ?? umbrella
    if graphs[merged]?.append(graph) == nil { graphs[merged] = graph }
  }
  let missing = layers.union([umbrella]).subtracting(modules).sorted()
  guard missing.isEmpty else {
    throw Failure(text: "\(input.path) has no graph of \(missing.joined(separator: ", ")).")
  }
  for (name, graph) in graphs { try graph.write(to: output.appending(path: name + suffix)) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let divider = arguments.firstIndex(of: "--"), divider > 1, arguments.count == divider + 3
else {
  throw Failure(text: "usage: merge-symbol-graphs UMBRELLA LAYERS… -- INPUT OUTPUT")
}
try merge(
  arguments[0],
  Set(arguments[1..<divider]),
  from: URL(filePath: arguments[divider + 1]),
  to: URL(filePath: arguments[divider + 2])
)
