/// What the terminal must be sent to draw and erase the line that shows progress.
///
/// Only the work that began last draws; a drawing that comes too late writes nothing.
struct ProgressLine {
  private var running: [Int] = []
  private var nextID = 0
  private var isDrawn = false

  private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// What shows that something goes on; each turn has another one.
  static func spinner(_ turn: Int) -> String { frames[turn % frames.count] }

  /// Notes that some work begins, and names it.
  mutating func begin() -> Int {
    nextID += 1
    running.append(nextID)
    return nextID
  }

  /// Notes that the work has ended; returns what erases its line.
  mutating func end(_ id: Int) -> String {
    let erasure = running.last == id ? erasing() : ""
    running.removeAll { $0 == id }
    return erasure
  }

  /// Returns what erases the line, and nothing if none stands there.
  mutating func erasing() -> String {
    defer { isDrawn = false }
    return isDrawn ? "\r\u{1B}[2K" : ""
  }

  /// Returns what draws the line of work that goes on, in place of the one before.
  mutating func drawing(_ text: String, turn: Int, id: Int) -> String {
    drawing(Self.spinner(turn) + " " + text, id: id)
  }

  /// Returns what draws a line in place of the one before.
  mutating func drawing(_ line: String, id: Int) -> String {
    guard running.last == id else { return "" }
    let erasure = erasing()
    isDrawn = true
    return erasure + line
  }
}
