import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct DifferenceLimitsTests {
  @Test(arguments: [
    (10, nil), (11, " … and 1 more difference"), (47, " … and 37 more differences"),
  ])
  func `ten differences are listed and the others counted`(_ count: Int, _ rest: String?) {
    let failures = failures {
      marbles { m in
        let words = m.hot(String(repeating: "a", count: count))
        m.expect(words, String(repeating: "b", count: count))
      }
    }
    let lines = failures.first?.text.split(separator: "\n").map(String.init) ?? []
    #expect(lines.count { $0.hasSuffix("expected b; a arrived") } == 10)
    #expect(lines.first { $0.contains("more difference") } == rest)
  }

  @Test func `the difference of two values is cut`() {
    let (numbers, others) = (Array(1...60), Array(101...160))
    let failures = failures {
      marbles { m in
        let lists = m.hot("-a|", ["a": others])
        m.expect(lists, "-a|", ["a": numbers])
      }
    }
    let lines = failures.first?.text.split(separator: "\n") ?? []
    #expect(lines.contains { $0.firstMatch(of: #/^ +… and \d+ more lines$/#) != nil })
    #expect(lines.count < 40)
  }

  @Test func `a difference within a million elements is short`() {
    var numbers = Array(0..<1_000_000)
    let expected = numbers
    numbers[500_000] = 1
    let failures = failures {
      marbles { m in
        let lists = m.hot("-a-a|", ["a": numbers])
        m.expect(lists, "-a-a|", ["a": expected])
      }
    }
    let text = failures.first?.text ?? ""
    #expect(text.firstLine.hasSuffix("first: a[500000] is 1, expected 500000 (at 10 ms)"))
    #expect(text.utf8.count < 2_000)
  }

  @Test func `a completion, a failure and a cancellation of a subscription look different`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("-|"), failing = m.cold("-#", failure: Offline())
        m.keep(load.sink { _ in })
        m.keep(failing.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        let cancelled = m.cold("---")
        let subscription = m.keep(cancelled.sink { _ in })
        m.at(.milliseconds(10)) { subscription.cancel() }
        m.expectSubscriptions(load, ["^--!"])
        m.expectSubscriptions(failing, ["^--!"])
        m.expectSubscriptions(cancelled, ["^--!"])
        let answered = m.cold("-x")
        m.keep(Task { try? await answered() })
        m.expectSubscriptions(answered, ["^--!"])
      }
    }
    let lines = failures.map { $0.text.split(separator: "\n") }
    #expect(
      lines.map { $0.first { $0.hasPrefix(" actual") }?.suffix(2) } == ["^|", "^#", "^!", "^!"]
    )
    #expect(
      lines.map { $0.last?.split(separator: " ").last } == [
        "(completed)", "(failed)", "(cancelled)", "value)",
      ]
    )
  }
}
