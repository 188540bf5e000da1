import ReactiveLoadable

/// The codes that draw and erase a progress line; only the work that started last draws.
struct ProgressLine {
  private var running: [Int] = []
  private var nextID = 0
  private var isDrawn = false
  private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func spinner(_ turn: Int) -> String { frames[turn % frames.count] }

  mutating func begin() -> Int {
    nextID += 1
    running.append(nextID)
    return nextID
  }

  mutating func end(_ id: Int) -> String {
    let erasure = running.last == id ? erasing() : ""
    running.removeAll { $0 == id }
    return erasure
  }

  mutating func erasing() -> String {
    defer { isDrawn = false }
    return isDrawn ? "\r\u{1B}[2K" : ""
  }

  mutating func drawing(_ text: String, turn: Int, id: Int) -> String {
    drawing(Self.spinner(turn) + " " + text, id: id)
  }

  mutating func drawing(_ line: String, id: Int) -> String {
    guard running.last == id else { return "" }
    let erasure = erasing()
    isDrawn = true
    return erasure + line
  }
}

/// The text of a progress report; a repeated text is dropped.
struct ProgressText {
  enum Form {
    case bar
    case quarters
  }

  let form: Form
  private var last = ""
  private var quarters = 0

  init(form: Form) { self.form = form }

  mutating func text(for progress: LoadProgress) -> String? {
    switch form {
    case .bar:
      let text = progress.bar()
      defer { last = text }
      return text == last ? nil : text
    case .quarters:
      let done = Int((progress.fraction ?? 0) * 4)
      guard done > quarters else { return nil }
      quarters = done
      return progress.amount
    }
  }
}

extension LoadProgress {
  func bar(cells: Int = 20) -> String {
    guard let fraction else { return amount }
    let done = Int(fraction * Double(cells))
    let bar = String(repeating: "#", count: done) + String(repeating: "-", count: cells - done)
    return "[\(bar)] \(amount)"
  }

  /// The numbers: `52 %  1.6 of 3.0 MB`.
  var amount: String {
    let percent = fraction.map { "\(Int($0 * 100)) %" }
    let bytes = completed.map { completed in
      total.map { "\(completed.megabytes) of \($0.megabytes) MB" } ?? "\(completed.megabytes) MB"
    }
    return [percent, bytes].compactMap(\.self).joined(separator: "  ")
  }
}

extension BinaryInteger {
  /// The bytes in millions with one digit, in every locale.
  var megabytes: String { "\(self / 1_000_000).\(self / 100_000 % 10)" }
}
