import Foundation

/// A line of the file of budgets.
struct Budget {
  /// Work that a benchmark counts.
  struct Work: Hashable {
    /// The benchmark, for instance `RelayBenchmarks`.
    let benchmark: String
    let name: String
  }

  enum Unit: String {
    /// Counted by callgrind.
    case instructions, allocations
    /// Counted by `MemoryBenchmarks`.
    case bytes, blocks
  }

  let work: Work
  let unit: Unit
  /// The largest count, or `nil` for a row without a budget.
  let limit: Double?
  let name: String
}

extension Budget {
  /// A line that is not a budget.
  struct SyntaxError: Error, CustomStringConvertible {
    let line: Substring

    var description: String {
      "A budget has the columns benchmark, work, unit, limit or \"none\", and row, but found: \(line)"
    }
  }

  /// Reads the lines of a file; those that start with `#` are comments.
  static func read(_ path: String) throws -> [Budget] {
    try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map(Budget.init)
  }

  private init(line: Substring) throws {
    let columns = line.split(separator: " ", maxSplits: 4)
    guard columns.count == 5, let unit = Unit(rawValue: String(columns[2])) else {
      throw SyntaxError(line: line)
    }
    work = Work(benchmark: String(columns[0]), name: String(columns[1]))
    self.unit = unit
    limit = Double(columns[3])
    // The column ends at a semicolon, which precedes a note.
    name = columns[4].prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    guard limit != nil || columns[3] == "none" else { throw SyntaxError(line: line) }
  }
}
