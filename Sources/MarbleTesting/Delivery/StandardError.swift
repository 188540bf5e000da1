import Foundation

/// The standard error of the process.
enum StandardError {
  /// Prints a line, or does nothing if standard error cannot be written.
  ///
  /// NB: A `FileHandle` would end the process.
  static func print(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
