import Foundation
import TestSupport
import Testing

/// The tables of the article: each test that they name exists.
@Suite struct `The article that compares stores` {
  @Test func `each test that it names is in its suite`() throws {
    let named = try article().matches(of: #/`([^`]+)`: `([^`]+)`/#)
    #expect(named.count > 40)
    let suites = try suites()
    for name in named {
      let (suite, test) = (String(name.1), String(name.2))
      #expect(suites[suite]?.contains(test) == true, "no test “\(test)” in a suite “\(suite)”")
    }
  }

  @Test func `each row of problems elsewhere names a test`() throws {
    let parts = try article().components(separatedBy: "\n## ")
    let tables = parts.filter { $0.contains("Problems of") }
    #expect(tables.count == 2)
    for table in tables {
      let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
      for row in rows { #expect(row.contains("`: `"), "a row names no test: \(row)") }
    }
  }

  @Test func `each tested trap is in it`() throws {
    let (article, suites) = try (article(), suites())
    let traps = suites.filter { $0.key.hasPrefix("Traps of ") }
    #expect(traps.count == 3)
    for test in traps.values.joined() {
      #expect(article.contains(": `\(test)`"), "the article does not name “\(test)”")
    }
  }

  private func article() throws -> String {
    let path = "../Sources/ReactiveStore/Documentation.docc/Articles/ComparingStores.md"
    return try String(contentsOf: tests.appending(path: path), encoding: .utf8)
  }

  /// The names of the tests, by those of their suites.
  private func suites() throws -> [String: Set<String>] {
    try FileManager.default.subpathsOfDirectory(atPath: tests.path)
      .filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
      .flatMap { $0.components(separatedBy: "@Suite").dropFirst() }
      .reduce(into: [:]) { suites, text in
        let names = text.matches(of: #/(?:struct|func) `([^`]+)`/#).map { String($0.1) }
        if let suite = names.first { suites[suite, default: []].formUnion(names.dropFirst()) }
      }
  }

  private var tests: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  }
}
