import Foundation

/// A table of measurements, budgets and verdicts.
package struct Report: Sendable {
  private var rows: [(work: String, measured: String, budget: String, verdict: String)] = []
  package private(set) var isKept = true

  package init() {}

  /// Adds a measurement that must not exceed its budget.
  package mutating func atMost(_ budget: Double, _ work: String, _ measured: Double, _ unit: String)
  {
    add(work, measured, "≤ \(short(budget))\(unit)", measured <= budget, unit)
  }

  /// Adds a measurement that must not be below its budget.
  package mutating func atLeast(
    _ budget: Double,
    _ work: String,
    _ measured: Double,
    _ unit: String
  ) {
    add(work, measured, "≥ \(short(budget))\(unit)", measured >= budget, unit)
  }

  package mutating func note(_ work: String, _ measured: Double, _ unit: String) {
    rows.append((work, short(measured) + unit, "", ""))
  }

  private mutating func add(
    _ work: String,
    _ measured: Double,
    _ budget: String,
    _ holds: Bool,
    _ unit: String
  ) {
    isKept = isKept && holds
    rows.append((work, short(measured) + unit, budget, holds ? "holds" : "MISSED"))
  }

  private func short(_ number: Double) -> String {
    String(format: number < 100 ? "%.2f" : "%.0f", number)
  }

  package var text: String {
    let header = (work: "work", measured: "measured", budget: "budget", verdict: "verdict")
    let all = [header] + rows
    let width = all.map(\.work.count).max() ?? 0
    return all.map { row in
      [
        row.work.padding(toLength: width, withPad: " ", startingAt: 0),
        row.measured.padding(toLength: 24, withPad: " ", startingAt: 0),
        row.budget.padding(toLength: 24, withPad: " ", startingAt: 0),
        row.verdict,
      ].joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
