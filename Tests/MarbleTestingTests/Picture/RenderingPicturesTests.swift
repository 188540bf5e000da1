import MarbleDiagrams
import TestSupport
import Testing

@Suite struct `The article on pictures` {
  @Test func `the example of the article renders three lanes`() throws {
    let frame = Duration.milliseconds(100)
    let picture = MarblePicture(
      "The newest search wins",
      lanes: [
        MarblePicture.Lane("typed text", try MarbleDiagram("s-w", frame: frame), as: .inputs),
        MarblePicture.Lane(
          "search(\"sw\")",
          try MarbleDiagram("-----^--!", frame: frame),
          answer: try MarbleDiagram("---x|", frame: frame),
          words: ["x": "2 rows"]
        ),
        MarblePicture.Lane(
          "states",
          try MarbleDiagram("n----l--d", frame: frame),
          as: .states,
          words: [
            "n": "not requested",
            "l": MarblePicture.Word("loading", .running),
            "d": MarblePicture.Word("loaded", .success),
          ]
        ),
      ]
    )
    let texts = DrawnPicture(picture).texts
    for text in ["typed text", "s", "2 rows", "not requested", "loading", "loaded"] {
      #expect(texts.contains(text))
    }
  }

  @Test func `the code of the article is compiled here`() throws {
    let code = try ArticleCode("RenderingPictures", of: "MarbleDiagrams")
    let missing = try code.lines(missingIn: #filePath)
    #expect(missing == ["print(picture.svg())"])
  }
}
