import ArgumentParser
import CCoverage
import Synchronization

/// Runs one operation and records the functions that it executes, for `Scripts/walk.sh`.
///
/// The operation runs once before that, so that its preparation and first use are not recorded.
@main
struct Walk: ParsableCommand {
  @Argument(help: "The operation: \(Operation.allCases.map(\.rawValue).joined(separator: ", ")).")
  var operation: Operation

  func run() {
    let published = Published()
    let perform = operation.prepared(published.count)
    let before = published.number
    perform(1)
    precondition(published.number > before, "\(operation) published nothing before it returned.")
    coverage_start()
    perform(2)
    coverage_exit()
  }
}

/// Counts what an operation publishes.
final class Published: Sendable {
  private let total = Atomic(0)

  var number: Int { total.load(ordering: .relaxed) }

  @Sendable func count() { total.add(1, ordering: .relaxed) }
}

enum Operation: String, CaseIterable, ExpressibleByArgument {
  case value, load, page, row, storeLoad
}
