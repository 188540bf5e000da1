/// A command of the live screen: the source of its keys, its help line and `--help`.
struct LiveCommand: Sendable {
  enum Action: Hashable, Sendable {
    case switchFocus, box, down, up, pageDown, pageUp, top, bottom
    case intent(LiveIntent)
    case make(LiveTrouble)
  }

  let action: Action
  var keys: [Key] = []
  /// The letter in the list; in the search box it is text.
  var letter: Character?
  let help: String
  var hint: String?

  static let all: [LiveCommand] =
    [
      .init(action: .switchFocus, keys: [.enter, .tab], help: "to the search box, or to the list"),
      .init(action: .down, keys: [.down], letter: "j", help: "one row down", hint: "j k"),
      .init(action: .up, keys: [.up], letter: "k", help: "one row up; ↑ also to the search box"),
      .init(action: .pageDown, keys: [.pageDown], letter: " ", help: "one page down"),
      .init(action: .pageUp, keys: [.pageUp], help: "one page up"),
      .init(action: .top, keys: [.home], letter: "g", help: "to the first row"),
      .init(action: .bottom, keys: [.end], letter: "G", help: "to the last row"),
      .init(action: .box, letter: "/", help: "to the search box", hint: "/ box"),
      .init(action: .intent(.refresh), letter: "r", help: "refresh", hint: "r refresh"),
      .init(action: .intent(.retry), letter: "t", help: "retry a failed load", hint: "t retry"),
    ] + LiveTrouble.allCases.map(\.command) + [
      .init(action: .intent(.quit), keys: [.interrupt], letter: "q", help: "quit", hint: "q quit")
    ]

  static let hints = all.compactMap(\.hint).joined(separator: " · ")

  static var table: [String] {
    let rows = all.map { command -> (String, String) in
      let keys = command.keys + (command.letter.map { [.text($0)] } ?? [])
      return (keys.map(\.label).joined(separator: ", "), command.help)
    }
    let editing = (Key.backspace.label, "delete a character of the search text")
    return (rows + [editing]).map { "  \($0.padded(toColumns: 16)) \($1)" }
  }
}

enum LiveIntent: Hashable, Sendable {
  case type(String)
  /// The row with this index is the last one in view.
  case show(row: Int)
  case refresh
  case retry
  case make(LiveTrouble)
  case quit
}

enum LiveTrouble: Character, Hashable, Sendable, CaseIterable {
  case failure = "x"
  case delay = "s"
  case blank = "b"
  case shift = "i"

  private var words: (name: String, help: String) {
    switch self {
    case .failure: ("fail", "the next page fails")
    case .delay: ("slow", "the next page takes three seconds")
    case .blank: ("blank", "the next page is empty")
    case .shift: ("shift", "a new first entry shifts the next page")
    }
  }

  var note: String { "Now \(words.help)." }

  fileprivate var command: LiveCommand {
    let hint = "\(rawValue) \(words.name)"
    return LiveCommand(action: .make(self), letter: rawValue, help: words.help, hint: hint)
  }
}

enum Key: Hashable, Sendable {
  case text(Character)
  case backspace, up, down, pageUp, pageDown, home, end, enter, tab
  case interrupt

  var label: String {
    switch self {
    case .text(" "): "Space"
    case .text(let character): String(character)
    case .backspace: "Backspace"
    case .up: "↑"
    case .down: "↓"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .home: "Home"
    case .end: "End"
    case .enter: "Enter"
    case .tab: "Tab"
    case .interrupt: "Ctrl-C"
    }
  }
}

/// A decoder of the bytes that a terminal sends for keys; a pipe can send the same bytes.
struct KeyDecoder {
  private var pending: [UInt8] = []

  mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = Self.first(of: pending) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  private static func first(of bytes: [UInt8]) -> (key: Key?, length: Int)? {
    guard let byte = bytes.first else { return nil }
    return switch byte {
    case 0x1B: escape(bytes)
    case 0..<0x20, 0x7F: (controls[byte], 1)
    default: text(bytes)
    }
  }

  private static let controls: [UInt8: Key] = [
    0x03: .interrupt, 0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0D: .enter, 0x7F: .backspace,
  ]

  private static func text(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    let length =
      switch bytes[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard bytes.count >= length else { return nil }
    guard let character = String(validating: bytes.prefix(length), as: UTF8.self)?.first else {
      return (nil, 1)
    }
    return (.text(character), length)
  }

  private static func escape(_ bytes: [UInt8]) -> (key: Key?, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
        return nil
      }
      return (sequences[String(decoding: bytes[2...end], as: UTF8.self)], end + 1)
    default: return (nil, 1)
    }
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end,
    "8~": .end, "5~": .pageUp, "6~": .pageDown,
  ]
}
