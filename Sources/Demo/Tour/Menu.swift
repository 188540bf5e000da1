struct Menu {
  enum Choice: Equatable {
    case scene(Int)
    case all
    case quit
    case none
    case unknown(String)
  }

  var scenes: [Scene] = Playbill.scenes
  let console: Console
  /// Reads one line; nil at the end of the input.
  let input: () -> String?

  /// Shows the menu until the user quits or the input ends; true if every played scene passed.
  @MainActor
  func run(_ play: @MainActor ([Scene]) async throws -> Bool) async rethrows -> Bool {
    var isReached = true
    show()
    while let line = prompt() {
      switch choice(line) {
      case .scene(let index):
        isReached = try await play([scenes[index]]) && isReached
        show()
      case .all:
        isReached = try await play(scenes) && isReached
        show()
      case .quit: return isReached
      case .none: continue
      case .unknown(let text):
        let choices = "Enter a number from 1 to \(scenes.count), a name, a or q."
        console.paragraph("“\(text)” is not in the menu. \(choices)", style: .bad)
      }
    }
    console.line()
    return isReached
  }

  /// Reads a choice: a number, a name, `a` or `q`, in any case and with spaces around it.
  func choice(_ line: String) -> Choice {
    let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    switch text.lowercased() {
    case "": return .none
    case "a", "all": return .all
    case "q", "quit": return .quit
    case let name:
      let number = Int(name).map { $0 - 1 }
      let index = number ?? scenes.firstIndex { $0.name == name }
      return index.flatMap { scenes.indices.contains($0) ? .scene($0) : nil } ?? .unknown(text)
    }
  }

  private func show() {
    let width = String(scenes.count).count
    for (index, scene) in scenes.enumerated() {
      let number = String(index + 1).padded(toColumns: width, trailing: true)
      line(number, "\(scene.name.padded(toColumns: 9)) \(scene.title)")
    }
    line("a".padded(toColumns: width, trailing: true), "all scenes")
    line("q".padded(toColumns: width, trailing: true), "quit")
  }

  private func line(_ key: String, _ text: String) { console.line("\(key)  \(text)") }

  private func prompt() -> String? {
    console.prompt("> ")
    return input()
  }
}
