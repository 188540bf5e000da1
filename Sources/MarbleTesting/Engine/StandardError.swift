import Foundation

/// The standard error of the process.
enum StandardError {
  /// Prints a line; does nothing where that cannot be written.
  ///
  /// NB: A `FileHandle` ends the process there.
  static func print(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
