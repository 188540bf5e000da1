package import Foundation
import Testing

/// A test that fails, and the file with its complete text.
package struct GoldenExample: Sendable, CustomTestStringConvertible {
  package let name: String
  private let folder: URL
  private let run: @Sendable () -> Void

  /// Creates an example whose text is in the folder `Texts` next to `source`.
  package init(
    _ name: String,
    source: StaticString = #filePath,
    _ run: @escaping @Sendable () -> Void
  ) {
    self.name = name
    folder = GoldenExample.folder(source)
    self.run = run
  }

  /// The folder of texts next to a source file.
  package static func folder(_ source: StaticString = #filePath) -> URL {
    URL(filePath: "\(source)").deletingLastPathComponent().appending(path: "Texts")
  }

  package var file: URL { folder.appending(path: "\(name).txt") }

  package var testDescription: String { name }

  /// Compares the text with its file, or writes the file if `RECORD_GOLDEN` is set.
  package func compare() throws {
    let text = text
    #expect(text != "\n")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }

  /// The issues of the example.
  package var reported: [Failure] { failures(run) }

  /// The first lines of the reported texts, with `FILE:LINE` for locations in the tests.
  package var firstLines: [String] {
    reported.map { failure in
      String(failure.text.prefix { !$0.isNewline }).replacing(
        #/[\w+]+\.swift:\d+/#,
        with: "FILE:LINE"
      )
    }
  }

  /// The reported text, without random numbers.
  package var text: String {
    let texts = reported.map { failure in
      failure.text
        .replacing(#/slept for \S+/#, with: "slept for …")
    }
    return texts.joined(separator: "\n\n\n") + "\n"
  }
}
