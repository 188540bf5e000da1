import Foundation

/// Prints a line to the standard error of the process, or does nothing if it cannot be written.
///
/// NB: A `FileHandle` would end the process.
func printToStandardError(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

extension MarbleCoverage {
  /// Prints once per process the mechanisms and details that are not as expected.
  package static let printedWarning: Void = {
    if let warning = measured.warning { printToStandardError(warning) }
  }()
}
