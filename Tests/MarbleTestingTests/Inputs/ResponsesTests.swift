import CombineShim
import CustomDump
import MarbleTesting
import TestSupport
import Testing

@Suite struct ResponsesTests {
  @Test func `each request has a separate response`() {
    marbles { m in
      let load = m.responses(to: ["swift": "---x|", "rust": "-y|"])
      let terms = m.hot("-'swift'--'rust'|")
      m.expect(terms.elements.map { term in try await load(term) }, "----x(y|)")
      m.expect(load.requests, "-'swift'--'rust'")
      m.expectSubscriptions(load["swift"], ["-^--!"])
      m.expectSubscriptions(load["rust"], ["----^!"])
    }
  }

  @Test func `a request can fail`() {
    marbles { m in
      let load = m.responses(to: [1: "--#", 2: "-x"], failure: Offline())
      let numbers = m.hot("a|", ["a": 1])
      m.expect(numbers.elements.map { try await load($0) }, "--#", failure: Offline())
      m.expect(typed(load), "--#", failure: Offline())
    }
  }

  @Test func `a request without a diagram is reported`() {
    let line = #line + 3
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "-x|"])
        Task { try await load("go") }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        #"load received requests without a diagram: "go"."#
      ]
    )
    #expect(failures.first?.line == UInt(line))
  }

  @Test func `a leftover subscription of a request is reported`() {
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "-x|"])
        let requests = load.requests.elements
        Task { for await _ in requests {} }
      }
    }
    #expect(
      failures.flatMap(\.items).map { $0.hasPrefix("a subscription to load.requests (") } == [true]
    )
  }

  @Test func `later subscriptions play later diagrams`() {
    marbles { m in
      let load = m.cold("#", failure: Offline(), then: ["-#", "--x|"])
      m.expect(load.retry(2), "---x|")
      m.expectSubscriptions(load, ["(^!)", "^!", "-^--!"])
    }
  }

  @Test func `a subscription without a diagram is reported`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("a|", then: ["b|"])
        m.expect(load, "a|")
        m.expect(load, "b|")
        m.at(.milliseconds(20)) { m.keep(load.sink { _ in }) }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "load has diagrams for 2 subscriptions, but 3 started: at 0ms, 0ms, 20ms."
      ]
    )
  }

  @Test func `a cancelled request throws the error of the load function`() {
    let thrown = Log<Offline>()
    marbles { m in
      let load = m.responses(to: ["a": "--x|"])
      let task = m.keep(
        Task {
          do throws(Offline) {
            try await load("a", orCancelled: Offline())
          } catch {
            thrown.note(error)
          }
        }
      )
      m.at(.milliseconds(10)) { task.cancel() }
      m.expectSubscriptions(load["a"], ["^!"])
    }
    #expect(thrown.entries == [Offline()])
  }

  @Test func `no value is described while nothing fails`() {
    let described = Log<String>()
    let requests = (0..<6).map { Described(number: $0, described) }
    let diagrams = Dictionary(uniqueKeysWithValues: requests.map { ($0, "-x|") })
    marbles { m in
      let load = m.responses(to: diagrams, failure: DescribedError(described))
      let requested = m.hot("a", ["a": requests[0]])
      m.expect(
        requested.elements.map { try await load($0) },
        "-x",
        failure: DescribedError(described)
      )
    }
    #expect(described.entries.isEmpty)
  }

  @Test func `bad diagrams of several requests are reported in the order of the requests`() {
    let failures = failures {
      marbles { m in _ = m.responses(to: ["c": "-(", "a": "-)", "b": "-x|", "d": "|x"]) }
    }
    #expect(failures.map { $0.text.split(separator: "\n")[1] } == ["  -)", "  -(", "  |x"])
  }

  private func typed(
    _ load: MarbleResponses<Int, String, Offline>
  ) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { try await load(1, orCancelled: Offline()) }
  }
}

/// A request that counts its descriptions.
private struct Described: Hashable, Sendable, CustomDumpStringConvertible {
  private let number: Int
  private let described: Log<String>

  init(number: Int, _ described: Log<String>) {
    self.number = number
    self.described = described
  }

  var customDumpDescription: String {
    described.note("\(number)")
    return "\(number)"
  }

  static func == (one: Described, other: Described) -> Bool { one.number == other.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct DescribedError: Error, CustomDumpStringConvertible {
  private let described: Log<String>

  init(_ described: Log<String>) { self.described = described }

  var customDumpDescription: String {
    described.note("error")
    return "error"
  }
}
