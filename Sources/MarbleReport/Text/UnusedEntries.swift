/// The entries of one call's tables that no diagram of the call names.
package struct UnusedEntries {
  private let names: [String]
  private let failures: [String]
  private let callSite: CallSite

  package init(_ names: [String], _ failures: [String], at callSite: CallSite) {
    self.names = names
    self.failures = failures
    self.callSite = callSite
  }

  /// The entries that are written in the call; nil if several diagrams can share the tables.
  package var warning: RunIssue? {
    guard let literals = CallLiterals.read(at: callSite), literals.hasDiagram else { return nil }
    let unused =
      names.filter(literals.names.contains).map { "'\($0)'" }
      + failures.filter(literals.failures.contains).map { MarbleDiagram.Signal.failure($0).text }
    guard let last = unused.last else { return nil }
    let subject =
      unused.count == 1
      ? "The entry \(last) is"
      : "The entries \(unused.dropLast().joined(separator: ", ")) and \(last) are"
    let remedy = unused.count == 1 ? "Remove it, or draw it." : "Remove them, or draw them."
    return RunIssue(
      .message("\(subject) in a table of this call, but in none of its diagrams. \(remedy)"),
      at: callSite
    )
  }
}
