import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The picture of the article on what stays visible: a refresh and a failure keep the value.
@Suite struct RefreshPictures {
  private struct Offline: Error, Equatable {}

  private let refresh = "-----a----b"
  private let calls = ["^--!", "-----^--!", "----------^--!"]
  private let answers = ["---A|", "---B|", "---#"]
  private let states = "l--A-r--B-r--f"
  private let values = "n--A----B----"

  @Test func `the diagrams of the picture pass`() {
    marbles { m in
      let answer = m.cold(
        answers[0],
        ["A": "12°", "B": "15°"],
        failure: Offline(),
        then: Array(answers.dropFirst())
      )
      let loader = m.keep(Loader { try await answer() })
      loader.load()
      m.hot(refresh) { _ in loader.refresh() }
      m.expect(
        loader.states,
        states,
        .states(loaded: ["A": "12°", "B": "15°"], failed: ["f": Offline()])
      )
      m.expect(
        loader.states.map { $0.latest ?? "" }.removeDuplicates(),
        values,
        ["n": "", "A": "12°", "B": "15°"]
      )
      m.expectSubscriptions(answer, calls)
    }
  }

  @Test func `the picture is rendered from the diagrams`() throws {
    let (a, b) = (MarblePicture.Word("12°", .success), MarblePicture.Word("15°", .success))
    let loads = try zip(calls, answers).enumerated().map { index, load in
      try MarblePicture.Lane(
        ["load()", "refresh()", "refresh(), offline"][index],
        MarbleDiagram(load.0),
        answer: MarbleDiagram(load.1),
        words: ["A": a, "B": b]
      )
    }
    let states = MarblePicture.Lane(
      "states",
      try MarbleDiagram(states),
      as: .states,
      words: [
        "l": .loading, "r": .init("refresh", .update), "A": a, "B": b,
        "f": .init("failed", .failure),
      ]
    )
    let visible = MarblePicture.Lane(
      "visible value",
      try MarbleDiagram(values),
      as: .states,
      words: ["n": "none", "A": a, "B": b]
    )
    let picture = MarblePicture(
      "A refresh and a failure keep the value",
      summary: """
        A load shows 12°, which stays visible during a refresh. The refresh shows 15°, which stays \
        visible during a second refresh, and after its failure.
        """,
      lanes: loads + [states, visible]
    )
    let files = PictureFiles("refresh", of: "ReactiveLoadable")
    try files.compare(picture.svg)
    try files.expect(
      on: "Sources/ReactiveLoadable/Documentation.docc/Articles/ChoosingWhatStaysShown.md"
    )
  }
}
