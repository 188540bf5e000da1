import Foundation
import LoadableTesting
import TestSupport
import Testing

/// The picture of the tutorial on a loadable feature; its diagrams are those of the tutorial's test.
@Suite struct ForecastPictures {
  private let actions = [
    ("chose(\"Oslo\")", "-c---------"), ("retry", "----t------"), ("unitTapped", "-------u---"),
    ("refresh", "--------r--"),
  ]
  private let states = "nlf-lA-Ur-B"
  private let texts = [
    "n": "Choose a city.", "l": "Oslo …", "f": "No forecast for Oslo. Try again?",
    "A": "12°", "U": "53°F", "r": "53°F …", "B": "59°F",
  ]
  private let tones: [String: MarblePicture.Tone] = [
    "n": .neutral, "l": .running, "f": .failure, "A": .success, "U": .success, "r": .update,
    "B": .success,
  ]

  @Test func `the tutorial's test has the diagrams and the texts of the picture`() throws {
    let test = try tutorialText("tests-3-marbles.swift").joined(separator: "\n")
    for diagram in actions.map(\.1) + [states] {
      #expect(test.contains("\"\(diagram)\""), "\(diagram) is in no test")
    }
    for (name, text) in texts { #expect(test.contains("\"\(name)\": \"\(text)\"")) }
  }

  @Test func `the picture is rendered from the diagrams`() throws {
    let calls = MarbleDiagram(
      events: try actions.flatMap { try MarbleDiagram($0.1).events },
      length: try MarbleDiagram(states).length
    )
    let names = Dictionary(uniqueKeysWithValues: zip(["c", "t", "u", "r"], actions.map(\.0)))
    let picture = MarblePicture(
      "A forecast, retried and refreshed",
      lanes: [
        MarblePicture.Lane(
          "actions",
          calls,
          as: .inputs,
          words: names.mapValues { MarblePicture.Word($0) }
        ),
        MarblePicture.Lane(
          "visible text",
          try MarbleDiagram(states),
          as: .states,
          words: texts.reduce(into: [:]) { $0[$1.key] = .init($1.value, tones[$1.key]) }
        ),
      ]
    )
    let files = PictureFiles("states", of: "ReactiveStore")
    try files.compare(picture.svg)
    let tutorials = "Sources/ReactiveStore/Documentation.docc/Tutorials"
    try files.expect(on: "\(tutorials)/ALoadableFeature.tutorial")
  }
}
