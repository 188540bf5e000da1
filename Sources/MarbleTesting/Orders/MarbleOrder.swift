/// The order in which a run takes simultaneous jobs and timers.
///
/// The failure of an exploring run prints it. It is the number of a seed, `16`, or a list of
/// changes against the order of arrival, `"12:1 40:2"`: the index of a decision, and the index of
/// the job or timer that ran first.
public struct MarbleOrder: Hashable, Sendable {
  enum Kind: Hashable {
    case seed(UInt64)
    case changes([SchedulingStrategy.OrderChange])
    case unreadable(String)
  }

  let kind: Kind
}

extension MarbleOrder: ExpressibleByIntegerLiteral {
  /// Creates the order of a seed.
  public init(integerLiteral seed: UInt64) {
    kind = .seed(seed)
  }
}

extension MarbleOrder: ExpressibleByStringLiteral {
  /// Creates an order from its text; invalid text fails the test.
  public init(stringLiteral text: String) {
    let changes = text.split(separator: " ").map { word -> SchedulingStrategy.OrderChange? in
      let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let turn = numbers[0], let pick = numbers[1], turn >= 0, pick > 0
      else { return nil }
      return SchedulingStrategy.OrderChange(turn: turn, pick: pick)
    }
    let read = changes.compactMap { $0 }
    kind = read.count == changes.count && !read.isEmpty ? .changes(read) : .unreadable(text)
  }
}

extension MarbleOrder: CustomStringConvertible {
  /// The order as an argument of `replaying:`.
  public var description: String {
    switch kind {
    case .seed(let seed): "\(seed)"
    case .changes(let changes):
      "\"\(changes.map { "\($0.turn):\($0.pick)" }.joined(separator: " "))\""
    case .unreadable(let text): "\"\(text)\""
    }
  }
}

extension SchedulingStrategy {
  /// The strategy of an order; without one, and without one that can be read, the order of arrival.
  init(_ order: MarbleOrder?) {
    switch order?.kind {
    case nil, .unreadable: self.init()
    case .seed(let seed): self.init(seed: seed)
    case .changes(let changes): self.init(replaying: changes)
    }
  }
}
