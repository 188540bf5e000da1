import ArgumentParser
import Dispatch
import Foundation
import Measuring
import Synchronization

/// Counts the work of a file of budgets, prints a table, and fails if a budget is exceeded.
///
/// The load of the machine hardly changes counts, so all cores count concurrently.
@main
struct BudgetCheck: ParsableCommand {
  @Argument(help: "The file of budgets.")
  var file: String

  func run() throws {
    let budgets = try Budget.read(file)
    let counts = try count(Array(Set(budgets.map(\.work))))
    var report = Report()
    for budget in budgets {
      guard let count = counts[budget.work]?[budget.unit] else {
        let benchmark = budget.work.benchmark
        throw ValidationError("\(budget.name): \(benchmark) does not count \(budget.unit).")
      }
      if let limit = budget.limit {
        report.atMost(limit, budget.name, count, " \(budget.unit)")
      } else {
        report.note(budget.name, count, " \(budget.unit)")
      }
    }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }

  private func count(_ works: [Budget.Work]) throws -> [Budget.Work: Counts] {
    let counts = Mutex<[Budget.Work: Result<Counts, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: works.count) { index in
      let count = Result { try works[index].count() }
      counts.withLock { $0[works[index]] = count }
    }
    return try counts.withLock { try $0.mapValues { try $0.get() } }
  }
}

typealias Counts = [Budget.Unit: Double]

extension Budget.Work {
  /// Counts one repetition in a separate process.
  fileprivate func count() throws -> Counts {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let program = folder.appending(path: benchmark).path
    guard benchmark == "MemoryBenchmarks" else {
      let cost = try Cost(of: name, in: program)
      return [.instructions: cost.instructions, .allocations: cost.allocations]
    }
    let command = [program, "--count", name]
    let printed = try output(of: command).split(separator: " ")
    let numbers = printed.compactMap { Double($0.trimmingCharacters(in: .newlines)) }
    guard numbers.count == 2 else { throw CommandFailure(command: command) }
    return [.bytes: numbers[0], .blocks: numbers[1]]
  }
}
