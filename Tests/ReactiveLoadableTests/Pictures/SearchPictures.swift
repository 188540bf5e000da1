import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The picture below the first example of the README, which has the same model.
@Suite struct SearchPictures {
  private let frame = Duration.milliseconds(100)
  private let typed = "s-w---r"
  private let texts = ["s": "s", "w": "sw", "r": "swift"]
  private let first = "-----^---!"
  private let firstAnswer = "-----x|"
  private let second = "---------^---!"
  private let secondAnswer = "----x|"
  private let states = "n----l---l---d"

  @Test func `the diagrams of the picture pass`() {
    marbles(frame: frame) { m in
      let first = m.cold(firstAnswer, ["x": ["sweden"]])
      let second = m.cold(secondAnswer, ["x": ["Swift by Sundell", "Swift Talk"]])
      let model = m.keep(
        SearchModel(clock: m.clock) { text in
          text == "sw" ? try await first() : try await second()
        }
      )
      m.hot(typed, texts) { model.query.accept($0) }
      m.expect(
        model.results.states,
        states,
        .states(loaded: ["d": ["Swift by Sundell", "Swift Talk"]])
      )
      m.expectSubscriptions(first, [self.first])
      m.expectSubscriptions(second, [self.second])
    }
  }

  @Test func `the picture is rendered from the diagrams`() throws {
    let picture = MarblePicture(
      "Search as you type",
      summary: """
        Typed text is debounced for 300 ms, so “s” is never searched. The search for “sw” is \
        cancelled when the search for “swift” starts, 300 ms after the text was typed. The state is \
        not requested, loading, and then loaded with the result for “swift”.
        """,
      lanes: [
        try lane("typed text", typed, .inputs, texts.mapValues { MarblePicture.Word($0) }),
        try MarblePicture.Lane("search(\"sw\")", diagram(first), answer: diagram(firstAnswer)),
        try MarblePicture.Lane(
          "search(\"swift\")",
          diagram(second),
          answer: diagram(secondAnswer),
          words: ["x": "2 rows"]
        ),
        try lane(
          "states",
          states,
          .states,
          ["n": .notRequested, "l": .loading, "d": .init("loaded", .success)]
        ),
      ]
    )
    let files = PictureFiles("search", of: "ReactiveLoadable")
    try files.compare(picture.svg)
    try files.expect(
      on: "Sources/ReactiveLoadable/Documentation.docc/Articles/SearchingAsYouType.md"
    )
  }

  private func diagram(_ text: String) throws -> MarbleDiagram {
    try MarbleDiagram(text, frame: frame)
  }

  private func lane(
    _ name: String,
    _ text: String,
    _ kind: MarblePicture.Lane.Kind,
    _ words: [String: MarblePicture.Word]
  ) throws -> MarblePicture.Lane {
    MarblePicture.Lane(name, try diagram(text), as: kind, words: words)
  }
}
