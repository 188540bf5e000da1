/// The source location of a call in a test.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite {
  /// The file name and the line.
  package var text: String {
    "\(fileID.description.split(separator: "/").last ?? "?"):\(line)"
  }
}
