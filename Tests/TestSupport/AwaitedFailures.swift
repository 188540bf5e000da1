import IssueReporting

/// Returns the issues reported while a body runs, also by tasks that it starts, instead of failing
/// the test.
package func failures(
  awaiting body: () async throws -> Void
) async rethrows -> [Failure] {
  let collector = Collector()
  try await withIssueReporters([collector]) { try await body() }
  return collector.failures.entries
}
