import Foundation

/// The error of a file call, with its `errno`.
package struct FileError: Error, Hashable {
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The `errno` of the last file call of this thread.
  static var last: FileError { FileError(code: errno) }

  static let isMissing = FileError(code: ENOENT)

  /// Performs a file call, and repeats it after an interruption by a signal.
  @discardableResult
  static func check<Result: SignedInteger>(_ call: () -> Result) throws(FileError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      if errno != EINTR { throw .last }
    }
  }
}
