import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The picture of the article on ways to load once.
@Suite struct LoadOncePictures {
  private let calls = "-1-2----3"
  private let load = "-^----!"
  private let answer = "-----x|"
  private let states = "nl----d--"

  @Test func `the diagrams of the picture pass`() {
    marbles { m in
      let answer = m.cold(answer, ["x": ["a row"]])
      let loader = m.keep(Loader { try await answer() })
      m.hot(calls) { _ in loader.loadIfNeeded() }
      m.expect(loader.states, states, .states(loaded: ["d": ["a row"]]))
      m.expectSubscriptions(answer, [load])
    }
  }

  @Test func `the picture is rendered from the diagrams`() throws {
    let picture = MarblePicture(
      "Three callers, one load",
      summary: """
        The first call starts a load. The second call joins it. The third call, after the load, finds \
        a fresh value. There is one load.
        """,
      lanes: [
        MarblePicture.Lane(
          "loadIfNeeded()",
          try MarbleDiagram(calls),
          as: .inputs,
          words: ["1": "starts", "2": "joins", "3": "skipped"]
        ),
        try MarblePicture.Lane(
          "load function",
          MarbleDiagram(load),
          answer: MarbleDiagram(answer),
          words: ["x": "rows"]
        ),
        MarblePicture.Lane(
          "states",
          try MarbleDiagram(states),
          as: .states,
          words: ["n": .notRequested, "l": .loading, "d": .init("loaded", .success)]
        ),
      ]
    )
    let files = PictureFiles("load-once", of: "ReactiveLoadable")
    try files.compare(picture.svg)
    try files.expect(
      on: "Sources/ReactiveLoadable/Documentation.docc/Articles/FiveWaysToLoadOnce.md"
    )
  }
}
