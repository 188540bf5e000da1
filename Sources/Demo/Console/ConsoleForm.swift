import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the output can show.
struct ConsoleForm: Hashable, Sendable {
  /// Whether lines may be erased and written again.
  var isTerminal: Bool
  /// Whether text may be bold or coloured.
  var usesStyles: Bool
  /// The columns of the terminal; nil where lines may have any length.
  var width: Int?
}

extension ConsoleForm {
  /// Text and nothing else: no control characters, lines of any length.
  static let plain = ConsoleForm(isTerminal: false, usesStyles: false, width: nil)

  /// Finds out what the standard output can show.
  static func standardOutput() -> ConsoleForm {
    ConsoleForm(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      columns: Terminal.size?.columns,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Decides by the customs of terminals: `TERM=dumb` erases nothing, `NO_COLOR` has no styles.
  init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
    guard isTerminal, environment["TERM"] != "dumb" else {
      self = .plain
      return
    }
    let width = columns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
    self.init(
      isTerminal: true,
      usesStyles: environment["NO_COLOR", default: ""].isEmpty,
      width: max(20, width)
    )
  }
}
