import ReactiveLoadable

/// Which of the eight combinations were seen, how often, and which of them could not be so.
struct FlagCensus<Value: Equatable, Failure: Error & Equatable> {
  private let seen: [LoadFlags<Value, Failure>]

  /// - Parameter seen: Every combination, in order; the first is the one before any request.
  init(_ seen: [LoadFlags<Value, Failure>]) {
    self.seen = seen
  }

  /// The numbers of the combinations that were seen, in ascending order.
  var numbers: [Int] { Set(seen.map(\.number)).sorted() }

  /// What was contradictory, in the order in which it was seen.
  var contradictions: [String] {
    seen.enumerated().compactMap { $0.element.contradiction(isFirst: $0.offset == 0) }
  }

  /// The eight combinations, how often each was seen, and what is wrong with it.
  var table: TextTable {
    TextTable(
      [
        .init("#"), .init("Value"), .init("Loading"), .init("Error"),
        .init("Seen", isTrailing: true), .init("Impossible"),
      ],
      rows: (1...8).map(row)
    )
  }

  /// The mark of a combination: its number in the table.
  func mark(_ flags: LoadFlags<Value, Failure>) -> StateMark {
    StateMark(String(flags.number), Self.names(flags.number).joined(separator: "+"))
  }
}

extension FlagCensus {
  private func row(_ number: Int) -> [String] {
    let bits = number - 1
    let times = seen.count { $0.number == number }
    return [
      String(number), bits & 1 == 0 ? "–" : "yes", bits & 2 == 0 ? "–" : "yes",
      bits & 4 == 0 ? "–" : "yes", times == 0 ? "–" : String(times), verdict(number),
    ]
  }

  private func verdict(_ number: Int) -> String {
    let wrong = seen.enumerated().filter { $0.element.number == number }
      .compactMap { $0.element.contradiction(isFirst: $0.offset == 0) }
    return wrong.first.map { "\(wrong.count)×  \($0)" } ?? ""
  }

  private static func names(_ number: Int) -> [String] {
    let bits = number - 1
    let names =
      [bits & 1 == 0 ? nil : "value", bits & 2 == 0 ? nil : "loading"]
      + [bits & 4 == 0 ? nil : "error"]
    return bits == 0 ? ["nothing"] : names.compactMap { $0 }
  }
}
