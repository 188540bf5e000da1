import MarbleReport

enum LaneMistake {
  case noLanes
  case noName(String)
  case signInName(String, Character)
  case duplicate(String)
  case secondColon(String)
  case openComment

  /// The failure message: what is wrong, the rule, the remedy.
  var text: String { failureText(happened, means: rule, remedy: remedy) }

  private var happened: String {
    switch self {
    case .noLanes: "The text of `m.lanes` has no lanes."
    case .noName(let line): "A lane has no name: \(line.cut(to: 72))"
    case .signInName(let name, let sign):
      "The name of a lane contains \(sign): \(name.cut(to: 72))"
    case .duplicate(let name): "Two lanes have the name '\(name)'."
    case .secondColon(let line): "A lane has a second colon: \(line.cut(to: 72))"
    case .openComment: "A comment in `m.lanes` starts with /* and has no */."
    }
  }

  private var rule: String {
    switch self {
    case .noLanes, .noName: "Each line is `name: diagram`."
    case .signInName:
      "A name ends at the first colon, and has no quotes or other signs of diagrams."
    case .duplicate: "The test reads a lane by its name, so the second one has no effect."
    case .secondColon: "The name of a lane ends at its first colon."
    case .openComment: "The comment hides all lines after it."
    }
  }

  private var remedy: String {
    switch self {
    case .noLanes: "Add a line such as `query: -a-b-|`."
    case .noName: "Write a name before it: `query: -a-b-|`."
    case .signInName: "Choose a name such as `query`; write a value `:` in quotes, as ':'."
    case .duplicate: "Rename or remove one of them."
    case .secondColon: "Remove the colon from the name, or write the value in quotes, as ':'."
    case .openComment: "Write */ at its end."
    }
  }
}
