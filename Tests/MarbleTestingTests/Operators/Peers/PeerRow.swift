import MarbleTesting

/// An input of a peer's test; a literal is a hot one.
struct PeerInput: Sendable, ExpressibleByStringLiteral {
  let diagram: String
  var isCold = false
  /// The subscriptions that the peer's test expects of a cold input.
  var subscriptions: [String]?

  init(stringLiteral diagram: String) { self.diagram = diagram }

  static func cold(_ diagram: String, subs subscriptions: String...) -> Self {
    var input = Self(stringLiteral: diagram)
    input.isCold = true
    input.subscriptions = subscriptions.isEmpty ? nil : subscriptions
    return input
  }

  /// A cold input that the peer's test never subscribes to.
  static func unused(_ diagram: String) -> Self {
    var input = cold(diagram)
    input.subscriptions = []
    return input
  }

  func translated(from grammar: PeerGrammar) -> Self {
    var text = PeerDiagram(diagram, grammar).text
    if grammar.endsInputs, !text.contains(where: { "|#".contains($0) }) { text += "|" }
    var input = Self(stringLiteral: text)
    input.isCold = isCold
    return input
  }
}

/// The expectations of a row: the output, and the subscriptions of its cold inputs.
struct PeerOutcome: Sendable, Equatable {
  var output: String
  /// The subscriptions by the position of the input.
  var subscriptions: [Int: [String]] = [:]
}

extension PeerOutcome {
  init(output: String, inputs: [PeerInput], _ grammar: PeerGrammar) {
    self.output = output
    for (position, input) in inputs.enumerated() {
      subscriptions[position] = input.subscriptions?.map {
        PeerDiagram($0, grammar, subscription: true).text
      }
    }
  }
}

/// The behavior of a library where it is not that of the peer's diagram.
struct PeerDifference: Sendable {
  let outcome: PeerOutcome
  /// An object that is reported at the end of the run.
  let leftover: PeerLeftover?
  let reason: String
}

/// An object that the operator leaves at the end of the run.
enum PeerLeftover: Sendable {
  case subscription
  case timer

  /// A text of the report of the run.
  var report: String {
    switch self {
    case .subscription: "a subscription to"
    case .timer: "an action on m.scheduler"
    }
  }
}

/// The line of a row, where its failures are reported.
struct PeerCallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// The diagrams of a peer's test, with their origin.
struct PeerRow: Sendable {
  let file: PeerFile
  let origin: String
  let inputs: [PeerInput]
  let outcome: PeerOutcome
  let n: Int
  let text: String
  let values: [String: String]
  let pauses: [Int: Int]
  let unsubscribed: Int?
  let showsCancellation: Bool
  let until: Int?
  let callSite: PeerCallSite
  private(set) var differences: [PeerLibrary: PeerDifference] = [:]

  /// Returns the row with the behavior of a library that differs from the peer's.
  ///
  /// - Parameters:
  ///   - library: The library that differs.
  ///   - output: Its output, in the grammar of MarbleTesting; by default that of the peer.
  ///   - subscriptions: The subscriptions that differ, by the position of the input.
  ///   - leftover: An object that is reported at the end of the run.
  ///   - reason: The reason, for the table of differences.
  /// - Returns: The row, whose outcome for this library is that of the arguments.
  func but(
    _ library: PeerLibrary,
    _ output: String? = nil,
    subs subscriptions: [Int: [String]] = [:],
    leaves leftover: PeerLeftover? = nil,
    because reason: String
  ) -> Self {
    var row = self
    var other = outcome
    if let output { other.output = output }
    other.subscriptions.merge(subscriptions) { $1 }
    row.differences[library] = PeerDifference(outcome: other, leftover: leftover, reason: reason)
    return row
  }
}
