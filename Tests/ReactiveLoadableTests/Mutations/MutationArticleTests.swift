import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `The article on writing with mutations` {
  @Test func `a test has every diagram`() throws {
    let tests = try [
      "MutationMarbleTests.swift", "MutationMarbleTests+Ending.swift", "MutationOrderTests.swift",
    ].map { try text($0) }.joined()
    let diagrams = try diagrams
    #expect(diagrams.count > 60)
    for diagram in diagrams {
      #expect(tests.contains("\"\(diagram)\""), "no test has the diagram \(diagram)")
    }
  }

  @Test func `its code is compiled`() async {
    let api = API()
    let draft = Draft(text: "a")
    let save = Mutation { (draft: Draft) in try await api.save(draft) }

    save.run(draft)  // a button
    let outcome = await save.run(draft).outcome()  // or a task that continues after the write
    #expect(outcome == .loaded(draft))
    #expect(save.history.value.count == 2)
  }

  @Test func `its configuration is a mutation`() async {
    let api = API()
    let send = Mutation(
      policy: MutationPolicy(
        overlap: .serial,
        historyLimit: 50,
        retry: .constant(.seconds(1), limit: 2),
        timeout: MutationTimeout(.seconds(30))
      )
    ) { (message: Draft) in try await api.save(message) }
    let message = Draft(text: "a")
    let sending = send.history
      .map { $0.last { $0.input.text == message.text } }
      .removeDuplicates()
    let newest = Log<UInt?>()
    let subscription = sending.sink { newest.note($0?.id) }
    #expect(await send.run(message).outcome().value == message)
    #expect(newest.entries.first == .some(nil))
    #expect(newest.entries.last == 1)
    subscription.cancel()
  }

  @Test func `the example of the type is a test`() {
    marbles(frame: .milliseconds(10)) { m in
      let answer = m.cold("--a|")
      let save = m.keep(Mutation { (_: String) in try await answer() })
      m.hot("-x---y") { save.run($0) }
      m.expect(save.states, "nl-d-l-d", .states(loaded: ["d": "a"]))
      m.expectSubscriptions(answer, ["-^-!", "-----^-!"])
    }
  }

  @Test func `a refused edit is rolled back`() {
    marbles { m in
      let answer = m.cold("-A|", ["A": ["milk"]])
      let write = m.cold("--#", failure: Refused())
      let todos = m.keep(Loader { try await answer() })
      let add = m.keep(
        Mutation(editing: todos) { (todo: String, todos) in
          todos.append(todo)
        } write: { _ in
          _ = try await write()
        }
      )
      m.hot("-l--b") { letter in if letter == "l" { todos.load() } else { add.run("bread") } }
      m.expect(todos.states, "nlA-X-A", .states(loaded: ["A": ["milk"], "X": ["milk", "bread"]]))
      m.expect(add.states.map { $0.error != nil }, "f---f-t", ["f": false, "t": true])
    }
  }

  @Test func `every line of the test of an edit is compiled here`() throws {
    let blocks = try ArticleCode("EditingOptimistically").blocks
    let block = try #require(blocks.first { $0.contains { $0.contains("a refused edit") } })
    let here = try text("MutationArticleTests.swift")
    for line in block {
      #expect(here.contains(line), "no test compiles this line of the article: \(line)")
    }
  }

  /// The second column of every line of every diagram.
  private var diagrams: [String] {
    get throws {
      let folder = "../../../Sources/ReactiveLoadable/Documentation.docc/Articles/"
      return try text(folder + "WritingWithMutations.md").components(separatedBy: "```")
        .enumerated().filter { $0.offset % 2 == 1 && !$0.element.hasPrefix("swift") }
        .flatMap { $0.element.split(separator: "\n") }
        .compactMap { line in
          let columns = line.components(separatedBy: "  ").filter { !$0.isEmpty }
          return columns.count > 1 ? columns[1].trimmingCharacters(in: .whitespaces) : nil
        }
    }
  }

  private func text(_ path: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}

private struct Refused: Error {}

private struct Draft: Hashable { let text: String }

private struct API {
  func save(_ draft: Draft) async throws -> Draft { draft }
}
