/// Prints once per process the mechanisms and details that are not as expected.
package enum CoverageWarning {
  package static let printed: Void = {
    guard let warning = MarbleCoverage.measured.warning else { return }
    StandardError.print(warning)
  }()
}
