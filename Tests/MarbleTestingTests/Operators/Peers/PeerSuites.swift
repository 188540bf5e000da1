/// The operators of all suites in this folder, for the article on their differences.
enum PeerSuites {
  static let operators: [PeerOperator] = suites.flatMap { $0 }

  private static let suites: [[PeerOperator]] = [
    MapPeerTests.operators,
    ScanPeerTests.operators,
    CountPeerTests.operators,
    DistinctPeerTests.operators,
    FirstPeerTests.operators,
    PrefixPeerTests.operators,
    PrefixWhilePeerTests.operators,
    UntilPeerTests.operators,
    PrependPeerTests.operators,
    ConcatPeerTests.operators,
    MergePeerTests.operators,
    CombineLatestPeerTests.operators,
    ZipPeerTests.operators,
    FlatMapPeerTests.operators,
    SwitchPeerTests.operators,
    DebouncePeerTests.operators,
    ThrottlePeerTests.operators,
    DelayPeerTests.operators,
    CollectPeerTests.operators,
    ChunkPeerTests.operators,
    GroupPeerTests.operators,
    BufferPeerTests.operators,
    RecoveryPeerTests.operators,
    SharePeerTests.operators,
    ValidationPeerTests.operators,
  ]

  /// The number of rows, of their sources, and of those that agree.
  static var summary: String {
    let cases = operators.allCases
    let differing = cases.filter { $0.difference != nil }.count
    let libraries = PeerLibrary.allCases.map(\.rawValue)
    return """
      \(Set(cases.map(\.row.origin)).count) diagrams of \(sources("RxJS", cases)) and of \
      \(sources("AsyncAlgorithms", cases)) run as \(cases.count) tests over the operators of \
      \(libraries.dropLast().joined(separator: ", ")) and \(libraries[libraries.count - 1]): \(cases.count - differing) agree, and \
      \(differing) differ.
      """
  }

  /// The lines of the table of differences.
  static var table: [String] {
    operators.allCases.compactMap { row in row.difference.map { line(row, $0) } }
  }

  private static func sources(_ project: String, _ cases: [PeerCase]) -> String {
    let files = Set(cases.map(\.row.file).filter { $0.project == project }.map(\.name))
    return "\(files.count) test files of \(project)"
  }

  private static func line(_ row: PeerCase, _ difference: PeerDifference) -> String {
    let peer = row.row.outcome
    let changed = difference.outcome.subscriptions.filter { peer.subscriptions[$0] != $1 }
      .map(\.key).sorted()
    var here = cell(difference.outcome, changed)
    switch difference.leftover {
    case .subscription: here += "; a subscription is left"
    case .timer: here += "; a timer is left"
    case nil: break
    }
    let cells = [
      row.operation.name,
      row.operation.library.rawValue,
      row.row.inputs.map { code($0.diagram) }.joined(separator: ", "),
      cell(peer, changed),
      here,
      difference.reason,
      row.row.origin,
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// An output, and the subscriptions that differ.
  private static func cell(_ outcome: PeerOutcome, _ changed: [Int]) -> String {
    let subscriptions = changed.map { position in
      let diagrams = (outcome.subscriptions[position] ?? []).map(code).joined(separator: ", ")
      return "; input \(position + 1): \(diagrams)"
    }
    return code(outcome.output) + subscriptions.joined()
  }

  /// A diagram as code in a table, where a bar is escaped.
  private static func code(_ diagram: String) -> String {
    "`\(diagram.replacing("|", with: "\\|"))`"
  }
}
