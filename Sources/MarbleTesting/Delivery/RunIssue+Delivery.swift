import IssueReporting
import MarbleReport

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

extension CallSite {
  /// Reports a failure that is not of a marble run to the test library that runs the test.
  package func failTest(_ text: String) {
    let parts = [text, MarbleCoverage.measured.failureNote].compactMap(\.self)
    RunIssue(.message(text), at: self).send(parts.joined(separator: "\n\n"))
  }
}

extension RunIssue {
  /// Prints the failure of a run that hangs, because the process exits, and reports it.
  func deliverHang() {
    let note = MarbleCoverage.measured.failureNote.map { "\n\n\($0)" } ?? ""
    printToStandardError("\(callSite.filePath):\(callSite.line): error: \(text)\(note)")
    deliver()
  }

  /// Reports the failure, with remarks below its text, to the test library that runs the test.
  func deliver(notes: [String?] = []) {
    let notes = (notes + [MarbleCoverage.measured.failureNote]).compactMap(\.self)
    if Creations.areObserved { Creations.note(FailedRun()) }
    send(([text] + notes).joined(separator: "\n\n"))
  }

  func send(_ text: String) {
    // NB: Off the task of a test, the default reporter assumes XCTest. On Linux it adds a remark on
    // host applications to failures of XCTest.
    if isTesting, RunIssue.goToTestLibrary, record(text) { return }
    callSite.report(text)
  }

  /// True unless another issue reporter is installed for this task.
  static var goToTestLibrary: Bool {
    IssueReporters.current.allSatisfy { $0 is _DefaultReporter }
  }

  /// True if the runner stores attachments: Xcode, or a command line with a path for them.
  private static let keepsAttachments: Bool = {
    #if canImport(Darwin)
    true
    #else
    CommandLine.arguments.contains { $0.hasPrefix("--attachments-path") }
    #endif
  }()

  private func record(_ text: String) -> Bool {
    let text = TerminalColors.areUsed ? TerminalColors.colored(text) : text
    #if canImport(Testing)
    if RunIssue.isInSwiftTesting {
      recordInSwiftTesting(text)
      return true
    }
    #endif
    #if canImport(XCTest)
    XCTFail(text, file: callSite.filePath, line: callSite.line)
    return true
    #else
    return false
    #endif
  }

  #if canImport(Testing)
  static var isInSwiftTesting: Bool {
    if Test.current != nil || CommandLine.arguments.contains("swift-testing") { return true }
    #if canImport(Darwin) && canImport(XCTest)
    return !CurrentTestCase.exists
    #else
    return false
    #endif
  }

  private static let unknownTest = """
    Swift Testing cannot name the test of this failure: `marbles` was not called in the task of a \
    test, but in a detached task, on another thread or in an exit test. Call it in the test function \
    or in a child task.
    """

  private func recordInSwiftTesting(_ text: String) {
    // Swift Testing knows a test by a task-local value, so an issue elsewhere has no test and matches
    // no known issue.
    let text = Test.current == nil ? "\(text)\n\n\(RunIssue.unknownTest)" : text
    Testing.Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    guard Test.current != nil, RunIssue.keepsAttachments else { return }
    for image in images {
      Attachment.record(image.render(), named: image.fileName, sourceLocation: sourceLocation)
    }
  }

  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: callSite.fileID.description,
      filePath: callSite.filePath.description,
      line: Int(clamping: max(callSite.line, 1)),
      column: Int(clamping: max(callSite.column, 1))
    )
  }
  #endif
}
