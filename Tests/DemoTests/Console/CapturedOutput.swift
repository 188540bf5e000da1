import Synchronization

@testable import Demo

/// A sink that stores written text, and opens a gate when a given text is written.
final class CapturedOutput: TextSink {
  private let written = Mutex("")
  private let awaited: String
  let appeared = Gate()

  init(awaiting awaited: String = "\u{0}") {
    self.awaited = awaited
  }

  var text: String { written.withLock { $0 } }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func write(_ text: String) {
    let all = written.withLock { written in
      written += text
      return written
    }
    if all.contains(awaited) { appeared.open() }
  }
}

extension ConsoleForm {
  static func terminal(width: Int = 40, usesStyles: Bool = true) -> ConsoleForm {
    ConsoleForm(isTerminal: true, usesStyles: usesStyles, width: width)
  }
}
