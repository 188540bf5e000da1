import IssueReporting

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// The source location of a failure.
package struct Place: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  var text: String {
    "\(fileID.description.split(separator: "/").last ?? "?"):\(line)"
  }
}

/// A failure of the test.
struct Issue {
  let text: String
  let place: Place
}

extension Issue {
  init(_ trouble: Trouble, at place: Place) {
    self.init(text: trouble.text, place: place)
  }

  /// Reports the failure to the test library that runs the test.
  ///
  /// - Parameter notes: Remarks below the text.
  func deliver(notes: [String?] = []) {
    let notes = (notes + [MarbleCoverage.measured.failureNote]).compactMap(\.self)
    let text = ([text] + notes).joined(separator: "\n\n")
    // NB: Off the task of a test, the default reporter assumes XCTest. On Linux it adds a remark on
    // host applications to failures of XCTest.
    if isTesting, Issue.goToTestLibrary, record(text) { return }
    reportIssue(
      text,
      fileID: place.fileID,
      filePath: place.filePath,
      line: place.line,
      column: place.column
    )
  }

  /// True unless another issue reporter is installed for this task.
  private static var goToTestLibrary: Bool {
    IssueReporters.current.allSatisfy { $0 is _DefaultReporter }
  }

  private func record(_ text: String) -> Bool {
    #if canImport(Testing)
    if Test.current != nil || CommandLine.arguments.contains("swift-testing") {
      recordInSwiftTesting(text)
      return true
    }
    #endif
    #if canImport(XCTest)
    XCTFail(text, file: place.filePath, line: place.line)
    return true
    #else
    return false
    #endif
  }

  #if canImport(Testing)
  private func recordInSwiftTesting(_ text: String) {
    Testing.Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: place.fileID.description,
        filePath: place.filePath.description,
        line: Int(clamping: max(place.line, 1)),
        column: Int(clamping: max(place.column, 1))
      )
    )
  }
  #endif
}
