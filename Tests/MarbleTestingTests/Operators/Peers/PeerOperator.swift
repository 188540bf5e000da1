import MarbleTesting
import TestSupport
import Testing

/// A library whose operators run a peer's diagrams.
enum PeerLibrary: String, CaseIterable, Sendable {
  case openCombine = "OpenCombine 0.14.0"
  case asyncAlgorithms = "AsyncAlgorithms 1.1.4"
  case swift = "Swift"

  /// Whether the library is part of this build: on Apple platforms, Combine replaces OpenCombine.
  var isHere: Bool {
    #if canImport(Combine)
    self != .openCombine
    #else
    true
    #endif
  }
}

/// An operator of a library, with the rows that it runs.
struct PeerOperator: Sendable {
  let name: String
  let library: PeerLibrary
  let rows: [PeerRow]
  let apply: @Sendable (PeerRun) -> Void

  init(
    _ name: String,
    of library: PeerLibrary,
    _ rows: [PeerRow],
    _ apply: @escaping @Sendable (PeerRun) -> Void
  ) {
    self.name = name
    self.library = library
    self.rows = rows
    self.apply = apply
  }

  var cases: [PeerCase] { rows.map { PeerCase(operation: self, row: $0) } }
}

extension [PeerOperator] {
  /// The rows of every library, for the article.
  var allCases: [PeerCase] { flatMap(\.cases) }

  /// The rows that this build can run.
  var cases: [PeerCase] { filter(\.library.isHere).allCases }
}

/// A row and an operator that runs it.
struct PeerCase: Sendable, CustomTestStringConvertible {
  let operation: PeerOperator
  let row: PeerRow

  var testDescription: String { "\(row.origin), \(operation.library.rawValue) \(operation.name)" }

  var difference: PeerDifference? { row.differences[operation.library] }

  /// Runs the row, and expects the peer's outcome, or exactly the known difference from it.
  func check() {
    guard let difference else { return run(row.outcome) }
    let asPeer = failures { run(row.outcome) }
    if asPeer.isEmpty {
      record(
        """
        \(testDescription) is a known difference. It now has the peer's output.

        Delete `.but` of this row, and its line in the article OperatorDifferences.
        """
      )
    }
    guard let leftover = difference.leftover else { return run(difference.outcome) }
    let found = failures { run(difference.outcome) }.map(\.text)
    if found.count != 1 || !found[0].contains(leftover.report) {
      let texts = found.joined(separator: "\n\n")
      record("\(testDescription): expected one failure with \(leftover.report). Found:\n\n\(texts)")
    }
  }

  private func run(_ expected: PeerOutcome) {
    let until = row.until.map(Duration.frames)
    marbles(until: until) { m in
      let run = PeerRun(m, row, expected)
      operation.apply(run)
      run.expectSubscriptions()
    }
  }

  private func record(_ text: String) {
    let site = row.callSite
    let location = SourceLocation(
      fileID: "\(site.fileID)",
      filePath: "\(site.filePath)",
      line: Int(site.line),
      column: Int(site.column)
    )
    Issue.record(Comment(rawValue: text), sourceLocation: location)
  }
}
