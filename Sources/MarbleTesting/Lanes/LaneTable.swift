import MarbleReport

/// The lanes of one text, and the lanes that the test has read.
final class LaneTable {
  let lanes: [LaneLine]
  /// The mistakes and their places in the source.
  let mistakes: [(text: String, callSite: CallSite)]
  private let text: String
  private let callSite: CallSite
  private var read: Set<String> = []
  private var reported: Set<String> = []

  init(_ text: String, _ callSite: CallSite) {
    var reader = LaneReader()
    reader.read(text)
    lanes = reader.lanes
    mistakes = reader.mistakes.map { line, mistake in
      (mistake.text, SourceLabel.place(ofLine: line, in: text, at: callSite))
    }
    self.text = text
    self.callSite = callSite
  }

  /// Returns the diagram of a lane, which is used from now on.
  func read(_ name: String) -> String? {
    guard let lane = lanes.first(where: { $0.name == name }) else { return nil }
    read.insert(name)
    return lane.diagram
  }

  func isRead(_ lane: LaneLine) -> Bool { read.contains(lane.name) }

  /// The failure message of an unknown name; nil if a mistake in the text explains it.
  func mistake(of name: String) -> String? {
    guard mistakes.isEmpty else { return nil }
    let names = lanes.map { "'\($0.name)'" }.listed
    return failureText(
      "The lane '\(name)' does not exist.",
      means: "`m.lanes` has these lanes: \(names).",
      remedy: "Correct the name, or add a line such as `\(name): -a-|`."
    )
  }

  private func lanes(of diagram: String) -> [LaneLine] {
    lanes.filter { isRead($0) && $0.diagram == diagram }
  }

  /// Returns the lane that the test has read with this diagram; nil if several have it.
  func lane(of diagram: String) -> LaneLine? {
    let fitting = lanes(of: diagram)
    return fitting.count == 1 ? fitting.first : nil
  }

  /// Returns a lane that the test has read with this diagram; the next one for the next mistake.
  func takeLane(of diagram: String) -> LaneLine? {
    let fitting = lanes(of: diagram)
    let lane = fitting.first { !reported.contains($0.name) } ?? fitting.first
    if let lane { reported.insert(lane.name) }
    return lane
  }

  func place(of lane: LaneLine) -> @Sendable () -> CallSite {
    { [text, callSite] in SourceLabel.place(ofLine: lane.index, in: text, at: callSite) }
  }
}
