import ReactiveGround

// The names of lanes, constants and tests.

extension TimelineTestWriter {
  func isPath(_ name: String) -> Bool {
    let names = name.split(separator: ".")
    return name.wholeMatch(of: /[A-Za-z_]\w*(\.[A-Za-z_]\w*)*/.asciiOnlyWordCharacters()) != nil
      && !names.contains { ["_", "init", "Type", "Protocol"].contains($0) }
  }

  /// Returns whether a name can be that of a constant of the test.
  func isConstant(_ name: String) -> Bool {
    isPath(name) && !name.contains(".") && !SwiftLiteral.keywords.contains(name)
  }

  /// Returns the reason why a name is not that of a constant of the test; `nil` if it can be one.
  func reason(against name: String, of noun: String) -> String? {
    guard isConstant(name) else { return "the name of the \(noun) '\(name)' is no identifier" }
    // A constant `Date` would hide the type that the expressions of dates need.
    let isCapital = name.first { $0 != "_" }?.isUppercase == true
    return isCapital
      ? "the name of the \(noun) '\(name)' is that of a type: begin it with a small letter" : nil
  }

  /// Adds the names of constants of the test; a name that is in use is a reason of no test.
  mutating func declare(_ names: [String]) {
    for name in names where !declared.insert(name).inserted {
      reasons.append("two constants of the test have the name '\(name)'; choose another name")
    }
  }

  /// Returns the path of an expected stream: a loader, list or mutation is expected by its states.
  func path(of lane: TimelineLane) -> String {
    let hasStates = lane.name.split(separator: ".").contains("states")
    return lane.isOfObject && !hasStates ? "\(lane.name).states" : lane.name
  }

  func isName(of lane: TimelineLane) -> Bool {
    switch lane.role {
    case .output, .states: isPathWithOperators(lane.name)
    // Also with labels: `shows(row:)`.
    case .method: isPath(lane.name.replacing(/\(\w+:\)$/, with: ""))
    case .input, .constant, .function, .events: isPath(lane.name)
    }
  }

  /// Returns whether a name is a path, then operators without an argument, with a key path, or with
  /// a literal: `details.states(of: 7)`.
  private func isPathWithOperators(_ name: String) -> Bool {
    let path =
      #/
      [A-Za-z_]\w*(\.[A-Za-z_]\w*)*
      (\.[A-Za-z_]\w*\(
        (
          \\(\.[A-Za-z_]\w*)+
          | ([A-Za-z_]\w*:\ )?(-?[0-9]+ | "[\ !\#-\[\]-~]*" | \.[A-Za-z_]\w*)
        )?
      \))*
      /#
    return name.wholeMatch(of: path.asciiOnlyWordCharacters()) != nil
  }
}

extension String {
  /// The text without the characters that a name of a test in backticks cannot have.
  var asRawIdentifier: String {
    let visible = map { (character: Character) -> Character in
      let isPlain = character.unicodeScalars.allSatisfy { !$0.isHidden || $0 == "\u{200D}" }
      return character == "`" || character == "\\" || !isPlain ? " " : character
    }
    // A dollar sign starts the name of a closure's parameter.
    let name = String(visible.first == "$" ? [" "] + visible.dropFirst() : visible)
    return name.contains(where: \.isLetter) ? name : "the recording repeats"
  }
}
