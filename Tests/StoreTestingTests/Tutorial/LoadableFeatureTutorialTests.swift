import Foundation
import Testing

/// The code of the tutorial on a loadable feature: the files next to this one are its steps.
@Suite struct `The tutorial on a loadable feature` {
  @Test(
    arguments: [
      (1, ["weather-1-state"]), (2, ["weather-2-action"]), (3, ["weather-3-path"]),
      (4, ["weather-4-reducer", "console-2-store"]),
      (5, ["weather-5-choosing", "console-3-refreshing"]),
      (6, ["weather-6-child"]),
      (7, ["weather-7-kept", "console-3-refreshing", "tests-2-child", "tests-3-marbles"]),
    ]
  )
  func `a step equals the code compiled next to it`(_ step: Int, _ files: [String]) throws {
    let compiled = try String(
      contentsOf: folder.appending(path: "WeatherStep\(step).swift"),
      encoding: .utf8
    )
    let ofTutorial = try files.flatMap { code(in: try tutorialText("\($0).swift")) }
    let lines = compiled.components(separatedBy: "// MARK: Running it")[0].split(separator: "\n")
    #expect(code(in: lines.map(String.init)) == ofTutorial)
  }

  @Test(
    arguments: [("console-1-lines", "console-2-store"), ("tests-1-steps", "tests-2-child")]
  )
  func `an excerpt of a file is its first part`(_ part: String, _ whole: String) throws {
    let (part, whole) = try (tutorialText("\(part).swift"), tutorialText("\(whole).swift"))
    #expect(whole.starts(with: part))
  }

  @Test func `the tutorial shows each file, and no other`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: tutorialFolder.path)
    let tutorial = try String(
      contentsOf: tutorialFolder.appending(path: "../Tutorials/ALoadableFeature.tutorial"),
      encoding: .utf8
    )
    let shown = tutorial.matches(of: #/file: "([^"]+)"/#).map { String($0.1) }
    #expect(Set(shown) == Set(names.filter { !$0.hasSuffix(".svg") }))
  }

  private var folder: URL { URL(filePath: #filePath).deletingLastPathComponent() }

  /// The compiled code, without the parts that only a separate file needs.
  private func code(in lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("@testable ") }
      .map { $0.replacing(#/^(private|fileprivate) /#, with: "") }
  }
}

/// The folder of the tutorial's files.
private let tutorialFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../Sources/ReactiveStore/Documentation.docc/Resources")

/// The lines of a file of the tutorial.
func tutorialText(_ name: String) throws -> [String] {
  try String(contentsOf: tutorialFolder.appending(path: name), encoding: .utf8)
    .split(separator: "\n").map(String.init)
}
