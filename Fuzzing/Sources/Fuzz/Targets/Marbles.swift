@testable import MarbleDiagrams

extension FuzzTarget {
  /// A diagram is printed as a text that parses to it, alone and below others.
  static let marbles = FuzzTarget(name: "marbles") { input in
    let frame = input.choice(of: frames)
    let dashes = input.number()
    let otherFrame = input.choice(of: frames)
    let diagrams = input.text.split(separator: "~").compactMap { text in
      diagram(of: String(text), frame: frame)
    }
    for diagram in diagrams {
      for dashes in [12, dashes] { checkText(of: diagram, dashes) }
      let quantized = MarbleDiagram(quantizing: diagram.events, frame: otherFrame)
      checkText(of: quantized, dashes)
      require(quantized.events.count <= diagram.events.count, "events are added: \(quantized)")
    }
    let aligned = MarbleDiagram.alignedTexts(of: diagrams)
    require(aligned.count == diagrams.count, "\(aligned.count) texts of \(diagrams.count)")
    for (diagram, text) in zip(diagrams, aligned) {
      require(parsed(text, frame) == diagram, "aligned, \(diagram) is \(text)")
    }
    // A picture takes as long as 20 texts.
    if dashes % 8 == 0 { _ = MarblePicture("all", lanes: diagrams.map { .init("", $0) }).svg() }
  }

  private static let frames: [Duration] = [
    .milliseconds(10), .seconds(1), .nanoseconds(1), Duration(attoseconds: 1),
    .longestElapsed, .zero, .seconds(-1), .seconds(Int64.max),
  ]

  private static func parsed(_ text: String, _ frame: Duration) -> MarbleDiagram? {
    try? MarbleDiagram(text, frame: frame)
  }

  private static func diagram(of text: String, frame: Duration) -> MarbleDiagram? {
    var parser = MarbleParser(text, frame: frame)
    let columns = 1...text.count + 1
    do throws(MarbleDiagram.SyntaxError) {
      let parsed = try parser.parse()
      let times = parsed.diagram.events.map(\.time)
      require(parsed.columns.allSatisfy(columns.contains), "a column is outside of \(text)")
      require(parsed.columns.count == times.count, "columns of other events in \(text)")
      require(times.count <= text.count, "more events than characters in \(text)")
      require(times == times.sorted(), "the times are in another order in \(text)")
      require(times.allSatisfy((.zero...parsed.diagram.length).contains), "time of \(text)")
      return parsed.diagram
    } catch {
      require(columns.contains(error.column), "column \(error.column) of \(text)")
      return nil
    }
  }

  private static func checkText(of diagram: MarbleDiagram, _ dashes: Int) {
    let text = planting(in: diagram.text(longestPause: dashes)) { $0.replace("''''", with: "''") }
    require(parsed(text, diagram.frame) == diagram, "\(diagram) is \(text)")
  }
}
