/// Prints the uncontrolled mechanisms once per process.
enum CoverageWarning {
  static let printed: Void = {
    guard let warning = MarbleCoverage.measured.warning else { return }
    StandardError.print(warning)
  }()
}
