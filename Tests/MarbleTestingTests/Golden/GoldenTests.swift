import Foundation
import MarbleTesting
import TestSupport
import Testing

/// The complete text of a failing test, of each kind: one file for each example.
///
/// `RECORD_GOLDEN=1 swift test --filter GoldenTests` writes the files again; read the difference.
@Suite struct GoldenTests {
  @Test(arguments: GoldenExample.everywhere)
  func `a failing test prints its golden text`(
    _ example: GoldenExample
  ) throws {
    try compare(example)
  }

  @Test(.needsImmediateTasks, arguments: GoldenExample.immediateTasks)
  func `a test whose load starts within its call prints its golden text`(
    _ example: GoldenExample
  ) throws {
    try compare(example)
  }

  @Test(.needs(.actorSharing), arguments: GoldenExample.sharedActors)
  func `a test that shares an actor prints its golden text`(_ example: GoldenExample) throws {
    try compare(example)
  }

  @Test(.needs(.sleep), arguments: GoldenExample.sleeps)
  func `a test that sleeps in real time prints its golden text`(_ example: GoldenExample) throws {
    try compare(example)
  }

  private func compare(_ example: GoldenExample) throws {
    let text = example.text
    #expect(text != "\n")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(to: example.file, atomically: false, encoding: .utf8)
    }
    #expect(try text == String(contentsOf: example.file, encoding: .utf8))
  }

  @Test func `each file has its example`() throws {
    let folder = GoldenExample.folder.path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let examples = GoldenExample.all
    #expect(Set(files) == Set(examples.map(\.file.lastPathComponent)))
  }
}

/// A test that fails.
struct GoldenExample: Sendable, CustomTestStringConvertible {
  let name: String
  private let run: @Sendable () -> Void

  init(_ name: String, _ run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }

  static let everywhere = (comparisons + inputs + troubles).filter { !$0.needsImmediateTasks }
  static let immediateTasks = comparisons.filter(\.needsImmediateTasks)
  static let all = everywhere + immediateTasks + sharedActors + sleeps

  var needsImmediateTasks: Bool { name == "a model that only a task retains" }

  static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Texts")
  }

  var file: URL { GoldenExample.folder.appending(path: "\(name).txt") }

  var testDescription: String { name }

  /// The reported text, without random numbers.
  var text: String {
    let texts = failures(run).map { failure in
      failure.text
        .replacing(#/\btask \d+/#, with: "task …")
        .replacing(#/slept for \S+/#, with: "slept for …")
    }
    return texts.joined(separator: "\n\n\n") + "\n"
  }
}
