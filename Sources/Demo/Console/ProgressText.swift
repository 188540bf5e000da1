import ReactiveLoadable

/// What is written while something long goes on; the same text is not written again.
struct ProgressText {
  /// How it is written.
  enum Form {
    /// As a bar, whenever the numbers change.
    case bar
    /// As numbers, whenever another quarter is done.
    case quarters
  }

  let form: Form
  private var last = ""
  private var quarters = 0

  init(form: Form) { self.form = form }

  /// The text for an amount, and nil if there is nothing new to write.
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
  /// A bar of so many cells with the numbers beside it; without an end to it the numbers alone.
  func bar(cells: Int = 20) -> String {
    guard let fraction else { return amount }
    let done = Int(fraction * Double(cells))
    let bar = String(repeating: "#", count: done) + String(repeating: "-", count: cells - done)
    return "[\(bar)] \(amount)"
  }

  /// The numbers: `52 %  1.6 of 3.0 MB`.
  var amount: String {
    [percent, megabytes].compactMap { $0 }.joined(separator: "  ")
  }

  private var percent: String? { fraction.map { "\(Int($0 * 100)) %" } }

  private var megabytes: String? {
    switch (completed, total) {
    case (let completed?, let total?): "\(completed.megabytes) of \(total.megabytes) MB"
    case (let completed?, nil): "\(completed.megabytes) MB"
    case (nil, _): nil
    }
  }
}

extension BinaryInteger {
  /// So many bytes in millions, with one digit after the point, as everywhere in the world.
  fileprivate var megabytes: String {
    let tenths = self / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
