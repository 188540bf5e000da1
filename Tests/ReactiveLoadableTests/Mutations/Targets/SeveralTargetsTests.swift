import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The diagrams of contract L21: a write edits a loader, and a key of a cache.
@Suite struct `Several targets of a mutation (L21)` {
  /// Plays a diagram of a write, and expects the states of both targets.
  private func edit(
    _ diagram: String,
    _ writes: [String: String],
    confirms: Bool = false,
    badge: String,
    detail: String,
    row: String = "-s",
    _ targets: (Marbles) -> TwoTargets = { $0.targets() },
    and more: (Marbles, TwoTargets, TextWrite) -> Void = { _, _, _ in }
  ) {
    marbles { m in
      let targets = targets(m)
      let write = m.appending(to: targets, writes, confirms: confirms)
      m.at(.milliseconds(10)) { targets.badge.load() }
      m.hot(diagram) { write.run($0) }
      m.expect(targets.badge.states, badge, editedStates)
      m.expect(m.row(row, "k", in: targets.details), detail, editedStates)
      more(m, targets, write)
    }
  }

  @Test func `an edit of both is visible immediately, and its success changes nothing`() {
    edit("----x", ["x": "--w|"], badge: "nl-AX", detail: "-l-AX")
  }

  @Test func `both edits are rolled back when the write fails`() {
    edit("----x", ["x": "--#"], badge: "nl-AX-A", detail: "-l-AX-A")
  }

  @Test func `both edits are rolled back when the write is cancelled`() {
    edit(
      "----x",
      ["x": "----w|"],
      badge: "nl-AXA",
      detail: "-l-AXA",
      and: { m, _, write in m.hot("-----c") { _ in write.cancel() } }
    )
  }

  @Test func `both confirms replace the changes`() {
    edit("----x", ["x": "--v|"], confirms: true, badge: "nl-AX-V", detail: "-l-AX-V")
  }

  @Test func `a failed edit rolls back only itself, in both`() {
    edit("----xy", ["x": "---#", "y": "-w|"], badge: "nl-AXZ-Y", detail: "-l-AXZ-Y")
  }

  @Test func `a refresh of one target keeps its edit, and does not change the other`() {
    edit(
      "----x",
      ["x": "----w|"],
      badge: "nl-AXR-W",
      detail: "-l-AX",
      { $0.targets(badge: ["--B|"]) },
      and: { m, targets, _ in m.hot("-----r") { _ in targets.badge.refresh() } }
    )
  }

  @Test func `a key that is not cached is edited when it arrives, and the edit loads nothing`() {
    edit("----x", ["x": "----w|"], badge: "nl-AX", detail: "-----l-X", row: "-----s")
  }

  @Test func `an edit that was saved before the first load of a key is in its value`() {
    edit("----x", ["x": "-w|"], badge: "nl-AX", detail: "------l-A", row: "------s")
  }

  @Test func `an edit before the first load of a key is rolled back when the write fails`() {
    edit("----x", ["x": "------#"], badge: "nl-AX-----A", detail: "-----l-X--A", row: "-----s")
  }

  @Test func `a reset of a target drops its edit, and the other one is rolled back`() {
    edit(
      "----x",
      ["x": "---#"],
      badge: "nl-AXn",
      detail: "-l-AX--A",
      and: { m, targets, _ in m.hot("-----r") { _ in targets.badge.reset() } }
    )
  }

  @Test func `a released target is skipped, and the others are edited`() {
    marbles { m in
      let answer = m.text("--A|")
      let badge = Owned(
        Loader { () async throws(SampleError) in try await answer(orCancelled: .second) }
      )
      guard let loader = badge.object else { return }
      let cache = m.cache(["k": m.text("--A|")])
      let write = m.cold("---#", failure: LoadError(SampleError.first))
      let close = m.keep(
        Mutation(editing: [
          .loader(loader) { (input: String, value) in value += input },
          .key(cache, of: { _ in "k" }) { input, value in value += input },
        ]) { (_: String) async throws in
          _ = try await write()
        }
      )
      m.at(.milliseconds(10)) { badge.object?.load() }
      m.hot("----x---x") { close.run($0) }
      m.hot("-----r") { _ in badge.object = nil }
      m.expect(loader.states, "nl-AX|", editedStates)
      m.expect(m.row("-s", "k", in: cache), "-l-AX--AX--A", editedStates)
    }
  }

  @Test func `every diagram of the contract is in a test`() throws {
    let (here, article) = (try text(at: #filePath), try articleText)
    let contract = try #require(article.components(separatedBy: "### L21").last)
    let blocks = contract.components(separatedBy: "\n### ")[0].components(separatedBy: "```")
    let lines = blocks.enumerated().filter { $0.offset % 2 == 1 }.flatMap {
      $0.element.split(separator: "\n").filter { $0.hasPrefix("badge") || $0.hasPrefix("detail") }
    }
    #expect(lines.count == 18)
    for line in lines {
      let diagram = line.split(separator: " ")[1]
      #expect(here.contains("\"\(diagram)\""), "no test has the diagram \(line)")
    }
  }

  private var articleText: String {
    get throws {
      let articles = "Sources/ReactiveLoadable/Documentation.docc/Articles/"
      var folder = URL(filePath: #filePath)
      while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
      let root = folder.deletingLastPathComponent()
      return try text(at: root.appending(path: articles + "EditingContract.md").path)
    }
  }

  private func text(at path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
