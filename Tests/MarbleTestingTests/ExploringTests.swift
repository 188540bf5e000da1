import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct ExploringTests {
  @Test func `the signals of one subscription keep their order`() {
    marbles(exploring: 200) { m in
      m.expect(m.cold("--x(yz)|"), "--x(yz)|")
      m.expect(m.cold("--(ab|)"), "--(ab|)")
    }
  }

  @Test func `the signals of two subscriptions change places`() {
    var orders: Set<String> = []
    marbles(exploring: 200) { m in
      let log = Log<String>()
      for diagram in ["-(ab)", "-(xy)"] { m.keep(m.cold(diagram).sink { log.note($0) }) }
      m.at(.milliseconds(20)) { orders.insert(log.entries.joined()) }
    }
    #expect(orders == ["abxy", "axby", "axyb", "xaby", "xayb", "xyab"])
  }

  @Test func `a race is found and replayed by its seed`() throws {
    let found = failures { marbles(exploring: 100) { m in tasks(m, "(abc)") } }
    let text = try #require(found.first?.text)
    let seed = try #require(
      text.firstMatch(of: #/marbles\(replaying: (\d+)\)/#).flatMap { UInt64($0.1) }
    )
    let order = MarbleOrder(integerLiteral: seed)
    let again = failures { marbles(replaying: order) { m in tasks(m, "(abc)") } }
    #expect(found.count == 1)
    #expect(again.first?.text.contains("out of order") == true)
    #expect(again.first?.text.hasSuffix("In the order of marbles(replaying: \(seed)).") == true)
  }

  @Test func `a race is reduced to one change of order`() throws {
    let found = failures { marbles(exploring: 100) { m in manyTasks(m) } }
    let note = try #require(found.first?.text.split(separator: "\n").last)
    let counts = try #require(note.firstMatch(of: #/Of its (\d+) changes of order, 1 is enough/#))
    #expect(Int(counts.1) ?? 0 > 1)
    let order = try #require(note.firstMatch(of: #/replaying: "([\d: ]+)"/#)).1
    let again = failures {
      marbles(replaying: MarbleOrder(stringLiteral: String(order))) { m in manyTasks(m) }
    }
    let first = found.first?.text.components(before: "\n\nFound")
    #expect(again.first?.text.components(before: "\n\nIn the order") == first)
  }

  @Test func `timers that are due together are shuffled, too`() {
    let alone = failures { marbles { m in timers(m) } }
    let explored = failures { marbles(exploring: 50) { m in timers(m) } }
    #expect(alone.isEmpty)
    #expect(explored.count == 1)
  }

  @Test func `inputs of one instant keep the order in which they were written`() {
    marbles(exploring: 50) { m in
      let seen = PassthroughSubject<String, Never>()
      m.hot("-a") { seen.send($0) }
      m.hot("-b") { seen.send($0) }
      m.hot("-c") { seen.send($0) }
      m.expect(seen, "-(abc)")
    }
  }

  @Test func `a run on the main actor explores`() {
    let found = failures {
      marbles(on: MainActor.shared, exploring: 100) { m in tasks(m, "(abc)") }
    }
    #expect(found.count == 1)
  }

  @Test(arguments: ["0:1", "0:2 1:1"] as [MarbleOrder])
  func `an order that fits and passes is no failure`(_ order: MarbleOrder) {
    marbles(replaying: order) { m in
      m.expectCleanRun()
      for _ in 0..<3 { Task {} }
    }
  }

  @Test func `an order in which the body throws is reported`() {
    let found = failures {
      #expect(throws: Offline.self) {
        try marbles(exploring: 100) { m in
          let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
          var seen = ""
          m.keep(words.sink { seen += $0 })
          for word in ["a", "b", "c"] { Task { box.value.send(word) } }
          m.advance(by: .milliseconds(10))
          if seen != "abc" { throw Offline() }
        }
      }
    }
    #expect(found.map(\.text.firstLine) == ["The body threw Offline()."])
    #expect(found.first?.text.contains("enough: replay them with") == true)
  }

  @Test func `the error of the smallest order is thrown`() throws {
    var thrown: Seen?
    let found = failures {
      do {
        try marbles(exploring: 100) { m in
          let words = PassthroughSubject<String, Never>(), box = Unchecked(words)
          var seen = ""
          m.keep(words.sink { seen += $0 })
          for word in "abcdef" { Task { box.value.send(String(word)) } }
          m.advance(by: .milliseconds(10))
          if seen != "abcdef" { throw Seen(words: seen) }
        }
      } catch {
        thrown = error as? Seen
      }
    }
    let words = try #require(thrown).words
    #expect(found.map(\.text.firstLine) == ["The body threw Seen(words: \"\(words)\")."])
  }

  @Test(arguments: [(2, "did not fail again"), (1, "also fails in the order of arrival")])
  func `a failure independent of the order is reported as such`(_ lasts: Int, _ note: String) {
    var runs = 0
    let found = failures {
      marbles(exploring: 10) { m in
        for _ in 0..<3 { Task {} }
        runs += 1
        let isWrong = lasts == 1 ? runs >= 3 : runs == 3
        m.expect(m.hot("a"), isWrong ? "b" : "a")
      }
    }
    #expect(found.first?.text.contains(note) == true)
  }

  @Test func `a failure in the usual order has no note`() {
    let found = failures { marbles(exploring: 100) { m in tasks(m, "(acb)") } }
    #expect(found.first?.text.contains("replaying") == false)
  }

  @Test(arguments: ["", "x", "1", "1:0", "-1:2", "1:2:3", "1:2 x"])
  func `an order that cannot be parsed is reported`(_ text: String) {
    let found = failures {
      marbles(replaying: MarbleOrder(stringLiteral: text)) { _ in Issue.record("it ran") }
    }
    #expect(found.map(\.text.firstLine) == ["\"\(text)\" is not an order."])
  }

  @Test func `a printed order parses to itself`() {
    #expect(("12:1 40:2" as MarbleOrder).description == "\"12:1 40:2\"")
    #expect((16 as MarbleOrder).description == "16")
  }

  private func tasks(_ m: Marbles, _ diagram: String) {
    let subject = PassthroughSubject<String, Never>()
    let box = Unchecked(subject)
    m.expect(subject, diagram)
    for name in ["a", "b", "c"] { Task { box.value.send(name) } }
  }

  /// Only the order of `a` and `b` matters.
  private func manyTasks(_ m: Marbles) {
    let subject = PassthroughSubject<String, Never>()
    let box = Unchecked(subject)
    m.expect(subject, "----(ab)")
    for _ in 0..<8 { Task { await Task {}.value } }
    m.at(.milliseconds(40)) {
      for name in ["", "a", "", "b", ""] {
        Task { if !name.isEmpty { box.value.send(name) } }
      }
    }
  }

  private func timers(_ m: Marbles) {
    let subject = PassthroughSubject<String, Never>()
    let box = Unchecked(subject)
    let clock = m.clock
    m.expect(subject, "--(ba)")
    for (delay, name) in [(10, "a"), (20, "b")] {
      let start = delay == 10 ? 10 : 0
      m.at(.milliseconds(start)) {
        Task {
          try await clock.sleep(for: .milliseconds(delay))
          box.value.send(name)
        }
      }
    }
  }
}

extension String {
  fileprivate func components(before separator: String) -> String? {
    firstRange(of: separator).map { String(self[..<$0.lowerBound]) }
  }
}

private struct Seen: Error {
  let words: String
}
