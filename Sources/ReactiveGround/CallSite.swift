import IssueReporting

/// The source location of a call: in a test, or where a relay or a store is created.
@usableFromInline
package struct CallSite: Sendable {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let filePath: StaticString
  @usableFromInline package let line: UInt
  @usableFromInline package let column: UInt

  @inlinable
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file name and the line: `Search.swift:12`.
  package var text: String { "\("\(fileID)".split(separator: "/").last ?? "?"):\(line)" }

  /// The module, the file name and the line: `App/Search.swift:12`.
  package var textWithModule: String { "\(fileID):\(line)" }

  /// Reports an issue here: to the test that runs, or as a warning while an app is debugged.
  package func report(_ issue: String) {
    reportIssue(issue, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
