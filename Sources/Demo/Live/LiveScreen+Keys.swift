import ReactiveLoadable

extension LiveScreen {
  /// Takes a key.
  mutating func press(_ key: Key) -> [LiveIntent] {
    note = nil
    switch key {
    case .interrupt: return [.quit]
    case .tab, .enter: return look(at: focus == .box ? .list : .box)
    case .up where top == 0: return look(at: .box)
    case .down where focus == .box: return look(at: .list)
    case .up: return move(by: -1)
    case .down: return move(by: 1)
    case .pageUp: return move(by: -height)
    case .pageDown: return move(by: height)
    case .home: return move(by: -top)
    case .end: return move(by: state.latest?.count ?? 0)
    case .backspace: return focus == .box && !text.isEmpty ? type(String(text.dropLast())) : []
    case .text(let letter): return focus == .box ? type(text + String(letter)) : command(letter)
    }
  }

  /// Whether a key goes into the box.
  func types(_ key: Key) -> Bool {
    switch (focus, key) {
    case (.box, .text), (.box, .backspace): true
    case (.box, _), (.list, _): false
    }
  }
}

extension LiveScreen {
  private mutating func type(_ text: String) -> [LiveIntent] {
    self.text = text
    return [.type(text)]
  }

  private mutating func look(at focus: Focus) -> [LiveIntent] {
    self.focus = focus
    return []
  }

  private mutating func move(by rows: Int) -> [LiveIntent] {
    focus = .list
    return scroll(by: rows)
  }

  private mutating func command(_ letter: Character) -> [LiveIntent] {
    switch letter {
    case "j": return press(.down)
    case "k": return move(by: -1)
    case " ": return press(.pageDown)
    case "g": return press(.home)
    case "G": return press(.end)
    case "/": return look(at: .box)
    case "r": return [.refresh]
    case "t": return [.retry]
    case "q": return [.quit]
    default: return LiveTrouble(rawValue: letter).map { make($0) } ?? []
    }
  }

  private mutating func make(_ trouble: LiveTrouble) -> [LiveIntent] {
    note = trouble.note
    return [.make(trouble)]
  }
}
