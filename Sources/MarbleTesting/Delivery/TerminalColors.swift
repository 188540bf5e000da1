import Foundation

/// Colors of a failure text in a terminal: green for the expected, red for the actual.
enum TerminalColors {
  /// True if standard error is a terminal with colors.
  static let areUsed = areUsed(
    in: ProcessInfo.processInfo.environment,
    isTerminal: isatty(STDERR_FILENO) == 1
  )

  /// `NO_COLOR`, a dumb terminal and continuous integration turn colors off; `CLICOLOR_FORCE` turns
  /// them on.
  static func areUsed(in environment: [String: String], isTerminal: Bool) -> Bool {
    if let forced = environment["CLICOLOR_FORCE"], forced != "0", !forced.isEmpty { return true }
    let isOff = [environment["NO_COLOR"], environment["CI"]].contains { $0?.isEmpty == false }
    return isTerminal && !isOff && environment["TERM"].map { $0 != "dumb" } ?? false
  }

  static func colored(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { colored(line: String($0)) }.joined(separator: "\n")
  }

  private static func colored(line: String) -> String {
    if line.hasPrefix(" time(") { return line.inColor(dim) }
    if line.contains("^"), line.allSatisfy({ $0 == "^" || $0 == " " }) { return line.inColor(red) }
    let start = line.drop { $0 == " " }
    let indentation = line.count - start.count
    if indentation == 1, start.hasPrefix("expected") { return line.inColor(green) }
    if indentation == 1, start.hasPrefix("actual") { return line.inColor(red) }
    if indentation == 8, start.hasPrefix("- ") { return line.inColor(green) }
    if indentation == 8, start.hasPrefix("+ ") { return line.inColor(red) }
    guard let match = line.wholeMatch(of: #/( +\S+ ms  expected )(.+)(; )(.+)( arrived.*)/#),
      match.4 != "nothing"
    else { return line }
    return match.1 + String(match.2).inColor(green) + match.3 + String(match.4).inColor(red)
      + match.5
  }

  private static let red = "31", green = "32", dim = "2"
}

extension String {
  fileprivate func inColor(_ code: String) -> String {
    "\u{1B}[\(code)m\(self)\u{1B}[0m"
  }
}
