import Foundation
import LoadableTesting
import TestSupport
import Testing

/// The picture of the tutorial on flaky tests; its diagrams are those of the tutorial's last test.
@Suite struct TutorialPictures {
  private let typed = "-s----'swift'"
  private let answer = "-------x|"
  private let loads = ["----^----!", "---------^------!"]
  private let states = "n---l----l------d"

  @Test func `the tutorial's test has the diagrams of the picture`() throws {
    let resources = "../../../Sources/LoadableTesting/Documentation.docc/Resources"
    let test = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "\(resources)/marble-7-exploring.swift")
    let code = try String(contentsOf: test, encoding: .utf8)
    for diagram in [typed, answer, states] + loads {
      #expect(code.contains("\"\(diagram)\""), "\(diagram) is in no test")
    }
  }

  @Test func `the picture is rendered from the diagrams`() throws {
    let lanes = try loads.enumerated().map { index, load in
      try MarblePicture.Lane(
        ["search(\"s\")", "search(\"swift\")"][index],
        diagram(load),
        answer: diagram(answer),
        words: ["x": "1 row"]
      )
    }
    let picture = MarblePicture(
      "The newest result wins",
      summary: """
        The text “s” is typed, and 500 ms later “swift”. The first search is cancelled when the second \
        one starts, 300 ms after its text. The states are not requested, loading, and loaded.
        """,
      lanes: [MarblePicture.Lane("typed text", try diagram(typed), as: .inputs)] + lanes + [
        MarblePicture.Lane(
          "states",
          try diagram(states),
          as: .states,
          words: ["n": .notRequested, "l": .loading, "d": .init("loaded", .success)]
        )
      ]
    )
    let files = PictureFiles("marbles", of: "LoadableTesting")
    try files.compare(picture.svg)
    let tutorials = "Sources/LoadableTesting/Documentation.docc/Tutorials"
    try files.expect(on: "\(tutorials)/FromAFlakyTestToAMarble.tutorial")
  }

  private func diagram(_ text: String) throws -> MarbleDiagram {
    try MarbleDiagram(text, frame: .milliseconds(100))
  }
}
