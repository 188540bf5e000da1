/// The source location of a call in a test.
package struct CallSite: Sendable {
  package let fileID: StaticString
  let filePath: StaticString
  package let line: UInt
  let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
