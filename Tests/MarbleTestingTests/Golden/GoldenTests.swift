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
    try example.compare()
  }

  @Test(.needs(.actorSharing), arguments: GoldenExample.sharedActors)
  func `a test that shares an actor prints its golden text`(_ example: GoldenExample) throws {
    try example.compare()
  }

  @Test(.needs(.sleep, .outsideWork), arguments: GoldenExample.sleeps)
  func `a test that sleeps in real time prints its golden text`(_ example: GoldenExample) throws {
    try example.compare()
  }

  @Test(.needs(.outsideWork), arguments: GoldenExample.outsideWork)
  func `a test with work outside its run prints its golden text`(_ example: GoldenExample) throws {
    try example.compare()
  }

  @Test(.needs(.outsideWork), .notOptimized, arguments: GoldenExample.releases)
  func `a test with a released object prints its golden text`(_ example: GoldenExample) throws {
    try example.compare()
  }

  @Test func `each file has its example`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: GoldenExample.folder().path)
    let examples =
      GoldenExample.everywhere + GoldenExample.sharedActors + GoldenExample.sleeps
      + GoldenExample.outsideWork + GoldenExample.releases
    let table = [FirstLinesTests.file.lastPathComponent]
    #expect(Set(files) == Set(examples.map(\.file.lastPathComponent) + table))
  }
}

extension GoldenExample {
  static let everywhere = comparisons + changes + inputs + runFailures + diagrams
}
