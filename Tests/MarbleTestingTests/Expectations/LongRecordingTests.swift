import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The work on a long recording that differs everywhere, in counted calls.
@Suite struct LongRecordingTests {
  @Test func `the names of a table are read a few times for all values`() {
    let reads = Counter(), count = 150
    let failures = failures {
      marbles { m in
        let values = m.hot(diagram("n", count), MarbleValues { Int($0.dropFirst()) })
        let table = Counted(table: table("m", count, from: 1_000_000), reads: reads)
        m.expect(values, diagram("m", count), table)
      }
    }
    #expect(failures.count == 1)
    #expect(reads.count > 0)
    #expect(reads.count < 5)
  }

  @Test func `values with other names than the diagram are looked up by value`() {
    let calls = Counter(), count = 1_000
    let failures = failures {
      marbles { m in
        let names = MarbleValues<String> { name in
          calls.count += 1
          return name
        }
        m.expect(m.hot(diagram("n", count)), diagram("m", count), names)
      }
    }
    #expect(failures.count == 1)
    #expect(calls.count < 10 * count)
  }

  @Test func `a value of a long dictionary has its name`() {
    let text =
      failures {
        marbles { m in
          let table = table("n", 2_000, from: 0)
          let values = m.hot(diagram("n", 2_000), table)
          m.expect(values.map { 1_999 - $0 }, diagram("n", 2_000), table)
        }
      }.first?.text ?? ""
    #expect(text.firstLine.hasSuffix("first: expected n0 = 0 at 0 ms, got n1999 = 1999"))
  }

  @Test(arguments: [MarbleCheck.everything, .order])
  func `a closure compares a limited number of pairs`(_ check: MarbleCheck) {
    let calls = Counter(), count = 1_500
    let failures = failures {
      marbles { m in
        m.expect(m.hot(diagram("n", count)), diagram("m", count), checking: check) { name, value in
          calls.count += 1
          return name == value
        }
      }
    }
    #expect(failures.count == 1)
    #expect(calls.count < 500_000)
  }

  @Test func `a long recording in another order is paired by order`() {
    let failures = failures {
      marbles { m in
        m.expect(m.hot(diagram("n", 2_000)), "-x" + diagram("n", 2_000), checking: .order)
      }
    }
    let line = failures.first?.text.firstLine ?? ""
    #expect(line.contains("x missing at 10 ms"), "\(line)")
  }

  /// A diagram of numbered names.
  private func diagram(_ letter: String, _ count: Int) -> String {
    (0..<count).map { "'\(letter)\($0)'" }.joined(separator: " ")
  }

  private func table(_ letter: String, _ count: Int, from start: Int) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(letter)\($0)", start + $0) })
  }
}

/// A table that counts the reads of its names.
private struct Counted: MarbleTable {
  let table: [String: Int]
  let reads: Counter

  var marbleNames: [String] {
    reads.count += 1
    return table.marbleNames
  }

  func marbleValue(named name: String, after earlier: [Int]) -> Int? { table[name] }
}

private final class Counter {
  var count = 0
}
