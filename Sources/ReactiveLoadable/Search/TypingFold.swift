/// What becomes of what is typed, by contract P8: one event in, one step out.
///
/// Texts are numbered, so that one that has rested counts only while it is the newest.
struct TypingFold<Key: Hashable & Sendable>: Sendable {
  enum Step: Equatable, Sendable {
    case nothing
    /// Cancel, and show nothing.
    case clear
    /// Wait until the text with this number has rested.
    case wait(UInt)
    /// Show the list of a key, and load it if need be.
    case show(Key)
  }

  /// How the list of a key stands at the loader.
  enum Standing: Sendable {
    /// It has to be loaded.
    case absent
    /// It can be shown without a request.
    case remembered
  }

  /// What the loader was asked for last, unless it was cleared since.
  private(set) var asked: Key?
  private var newest: UInt = 0
  private var text: String?
  private var key: Key?
  private var isWaiting = false
  private var hasEnded = false

  /// Whether nothing can come any more.
  var isOver: Bool { hasEnded && !isWaiting }

  /// Takes a new text and the key that it makes, or `nil` if it is too short for one.
  mutating func typed(_ text: String, _ key: Key?, _ standing: Standing) -> Step {
    defer { (self.text, self.key) = (text, key) }
    newest += 1
    isWaiting = false
    guard let key else { return clear() }
    if key == asked { return .nothing }
    // The same text has another key when something else has changed, which is not typed.
    if standing == .remembered || (text == self.text && key != self.key) { return show(key) }
    isWaiting = true
    return .wait(newest)
  }

  /// Takes the key of a text that has rested, by its number.
  mutating func rested(_ number: UInt, _ key: Key?) -> Step {
    guard isWaiting, number == newest else { return .nothing }
    isWaiting = false
    self.key = key
    return key.map { show($0) } ?? clear()
  }

  mutating func ended() { hasEnded = true }

  /// Takes note that somebody else has cleared the loader, or asked it for another key.
  mutating func forgetAsked() { asked = nil }

  private mutating func show(_ key: Key) -> Step {
    asked = key
    return .show(key)
  }

  private mutating func clear() -> Step {
    asked = nil
    return .clear
  }
}
