import Foundation
import LoadableTesting
import TestSupport
import Testing

/// The model of the README and of the tutorial.
final class SearchModel: Sendable {
  let query = BehaviorRelay("")
  let results: RequestLoader<String, [String]>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws -> [String]
  ) {
    results = Loader(search)
    results.search(on: query, clock: clock)
  }
}

/// The code of the tutorial.
@Suite struct `The code of the tutorial` {
  @Test func `the newest result wins`() {
    marbles(frame: .milliseconds(100)) { m in
      let load = m.cold("-------x|", ["x": ["Swift"]])
      let model = m.keep(SearchModel(clock: m.clock) { _ in try await load() })
      m.hot("-s----'swift'") { model.query.accept($0) }
      m.expect(model.results.states, "n---l----l------d", .states(loaded: ["d": ["Swift"]]))
      m.expectSubscriptions(load, ["----^----!", "---------^------!"])
    }
  }

  @Test func `the newest result wins in every order`() {
    marbles(exploring: 500, frame: .milliseconds(100)) { m in
      let load = m.cold("-------x|", ["x": ["Swift"]])
      let model = m.keep(SearchModel(clock: m.clock) { _ in try await load() })
      m.hot("-s----'swift'") { model.query.accept($0) }
      m.expect(model.results.states, "n---l----l------d", .states(loaded: ["d": ["Swift"]]))
    }
  }

  @Test func `a failure prints the text of the tutorial`() throws {
    let failures = failures {
      marbles(frame: .milliseconds(100)) { m in
        let load = m.cold("-------x|", ["x": ["Swift"]])
        let model = m.keep(SearchModel(clock: m.clock) { _ in try await load() })
        m.hot("-s----'swift'") { model.query.accept($0) }
        m.expect(model.results.states, "n---l----l-------d", .states(loaded: ["d": ["Swift"]]))
      }
    }
    let text = failures.map(\.text).joined().drop { $0 != " " }
    let resource = try contents(of: "failure.txt")
    #expect("\(text)\n" == resource.drop { $0 != " " })
  }

  @Test func `every line of the tutorial's marble tests is compiled here`() throws {
    let compiled = try Set(lines(of: String(contentsOfFile: #filePath, encoding: .utf8)))
    let names = try FileManager.default.contentsOfDirectory(atPath: resources.path)
    let tests = names.filter { $0.hasPrefix("marble-") }
    #expect(tests.count == 8)
    let notHere: Set = ["@testable import App", "import ReactiveLoadable"]
    for name in tests {
      for line in lines(of: try contents(of: name)) where !notHere.contains(line) {
        #expect(compiled.contains(line), "\(name) has a line that no test compiles: \(line)")
      }
    }
  }

  private var resources: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/LoadableTesting/Documentation.docc/Resources")
  }

  private func contents(of name: String) throws -> String {
    try String(contentsOf: resources.appending(path: name), encoding: .utf8)
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
