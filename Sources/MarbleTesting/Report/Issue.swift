import IssueReporting

#if canImport(Testing)
import Testing
#endif

/// Where a failure is shown.
struct Place {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  var text: String {
    "\(fileID.description.split(separator: "/").last ?? "?"):\(line)"
  }
}

/// Something that fails the test.
struct Issue {
  let text: String
  let place: Place
}

extension Issue {
  /// Fails the test, in the library that runs it.
  ///
  /// - Parameter note: What is said below the text.
  func deliver(note: String? = nil) {
    let text = note.map { "\(self.text)\n\n\($0)" } ?? text
    reportIssue(
      text,
      fileID: place.fileID,
      filePath: place.filePath,
      line: place.line,
      column: place.column
    )
    #if canImport(Testing)
    // NB: Off the task of a test the line above takes XCTest for what is running.
    if Test.current == nil, Issue.isInSwiftTesting, Issue.goesToTestLibrary { record(text) }
    #endif
  }

  #if canImport(Testing)
  private static let isInSwiftTesting = CommandLine.arguments.contains("swift-testing")

  /// Whether nobody else takes the issues of this task.
  private static var goesToTestLibrary: Bool {
    IssueReporters.current.contains { $0 is _DefaultReporter }
  }

  private func record(_ text: String) {
    Testing.Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: place.fileID.description,
        filePath: place.filePath.description,
        line: Int(place.line),
        column: Int(place.column)
      )
    )
  }
  #endif
}
