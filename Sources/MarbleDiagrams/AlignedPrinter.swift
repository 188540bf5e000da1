extension MarbleDiagram {
  /// Returns the texts of diagrams with one frame, in which equal columns are equal times.
  ///
  /// A group or a quoted name is wider than a frame, so the other texts have spaces there. A pause
  /// of more than 12 frames is written as elapsed time if all diagrams have it. Each text parses to
  /// its diagram.
  package static func alignedTexts(of diagrams: [MarbleDiagram]) -> [String] {
    var printer = AlignedPrinter(diagrams)
    for _ in 0..<2 {
      let texts = printer.texts
      let differing = diagrams.indices.filter { !diagrams[$0].isParsed(from: texts[$0]) }
      if differing.isEmpty { return texts }
      printer.quote(differing)
    }
    printer.quote(Array(diagrams.indices))
    return zip(diagrams, printer.texts).map { $0.isParsed(from: $1) ? $1 : "\($0)" }
  }

  private func isParsed(from text: String) -> Bool {
    (try? MarbleDiagram(text, frame: frame)) == self
  }
}

/// Prints diagrams below each other, in columns that all of them share.
private struct AlignedPrinter {
  private let diagrams: [MarbleDiagram]
  private let groups: [[Int: [MarbleDiagram.Event]]]
  /// The frames with signals, in order.
  private let busy: [Int]
  private let frame: Duration
  /// The diagrams whose names are all quoted.
  private var quoted: Set<Int> = []

  private static let longestPause = 12

  init(_ diagrams: [MarbleDiagram]) {
    self.diagrams = diagrams
    let frame = diagrams.first?.frame ?? .milliseconds(10)
    self.frame = frame
    groups = diagrams.map { diagram in
      Dictionary(
        diagram.events.grouped(by: \.time).map { ($0.frames(of: frame), $1) },
        uniquingKeysWith: { first, _ in first }
      )
    }
    busy = Set(groups.flatMap(\.keys)).sorted()
  }

  mutating func quote(_ indices: [Int]) { quoted.formUnion(indices) }

  var texts: [String] {
    var texts = diagrams.map { _ in "" }
    var next = 0
    for number in busy {
      append(pauseOf: number - next, at: next, to: &texts)
      append(number, to: &texts)
      next = number == .max ? .max : number + 1
    }
    return texts.map(\.trimmingEnd)
  }

  /// Appends a pause of all diagrams, which has the same text in each.
  private func append(pauseOf count: Int, at start: Int, to texts: inout [String]) {
    if count == 0 { return }
    var pause = String(repeating: "-", count: min(count, Self.longestPause))
    if count > Self.longestPause {
      pause = (frame * count).elapsedTexts.joined(separator: " ") + " "
      if start > 0 { pause = " " + pause }
    }
    for index in texts.indices where lasts(index, until: start) { texts[index] += pause }
  }

  /// Appends a frame with signals, whose column is as wide as the widest signals.
  private func append(_ number: Int, to texts: inout [String]) {
    let cells = diagrams.indices.map { cell(of: number, in: $0) }
    // Two adjacent quotes would be parsed as a quote inside a name.
    if zip(texts, cells).contains(where: { $0.last == "'" && $1.first == "'" }) {
      for index in texts.indices { texts[index] += " " }
    }
    let width = cells.map(\.terminalColumns).max() ?? 1
    for (index, cell) in cells.enumerated() {
      texts[index] += cell + String(repeating: " ", count: width - cell.terminalColumns)
    }
  }

  private func cell(of number: Int, in index: Int) -> String {
    guard let group = groups[index][number] else { return lasts(index, until: number) ? "-" : " " }
    var text = ""
    MarblePrinter(quotesAll: quoted.contains(index), dashes: 0).append(group, to: &text)
    return text
  }

  /// Returns whether a diagram has signals in a frame or later.
  private func lasts(_ index: Int, until number: Int) -> Bool {
    diagrams[index].events.last.map { $0.time.frames(of: frame) >= number } ?? false
  }
}
