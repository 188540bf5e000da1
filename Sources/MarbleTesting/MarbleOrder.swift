/// The order in which a run takes what is ready at once, as the failure of an exploring run
/// prints it.
///
/// Written as the number of a seed, `16`, or as the decisions against the order of arrival, each
/// with its number and what came first instead: `"12:1 40:2"`.
public struct MarbleOrder: Hashable, Sendable {
  enum Kind: Hashable {
    case seed(UInt64)
    case detours([Chooser.Detour])
    case unreadable(String)
  }

  let kind: Kind
}

extension MarbleOrder: ExpressibleByIntegerLiteral {
  /// Creates the order that a seed gives.
  public init(integerLiteral seed: UInt64) {
    kind = .seed(seed)
  }
}

extension MarbleOrder: ExpressibleByStringLiteral {
  /// Creates the order of a text; one that cannot be read fails the test.
  public init(stringLiteral text: String) {
    let detours = text.split(separator: " ").map { word -> Chooser.Detour? in
      let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let turn = numbers[0], let pick = numbers[1], turn >= 0, pick > 0
      else { return nil }
      return Chooser.Detour(turn: turn, pick: pick)
    }
    let read = detours.compactMap { $0 }
    kind = read.count == detours.count && !read.isEmpty ? .detours(read) : .unreadable(text)
  }
}

extension MarbleOrder: CustomStringConvertible {
  /// The order as `replaying:` takes it.
  public var description: String {
    switch kind {
    case .seed(let seed): "\(seed)"
    case .detours(let detours):
      "\"\(detours.map { "\($0.turn):\($0.pick)" }.joined(separator: " "))\""
    case .unreadable(let text): "\"\(text)\""
    }
  }
}
