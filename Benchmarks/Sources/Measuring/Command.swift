import Foundation

/// Runs a command and returns its output.
package func output(of command: [String]) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CommandFailure(command: command) }
  return text
}

/// A command that failed or printed an unexpected text.
package struct CommandFailure: Error, CustomStringConvertible {
  let command: [String]

  package init(command: [String]) { self.command = command }

  package var description: String { "The command failed: \(command.joined(separator: " "))" }
}
