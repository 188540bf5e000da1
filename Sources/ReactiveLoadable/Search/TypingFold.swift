/// A pure state machine of a search: one event in, one step out.
///
/// Texts are numbered, so a debounced text counts only while it is the newest.
/// See <doc:SearchingAsYouType>.
struct TypingFold<Key: Hashable & Sendable>: Sendable {
  enum Step: Equatable, Sendable {
    case nothing
    /// Cancel the load and clear the loader.
    case clear
    /// Wait for the end of the debounce time of the text with this number.
    case wait(UInt)
    /// Show the list of a key, and load it if needed.
    case show(Key)
  }

  /// The availability of the list of a key in the loader.
  enum Standing: Sendable {
    /// The list must be loaded.
    case absent
    /// The list is cached and needs no request.
    case remembered
  }

  /// The key that was loaded last; `nil` after a clear.
  private(set) var asked: Key?
  private var newest: UInt = 0
  private var text: String?
  private var key: Key?
  private var isWaiting = false
  private var hasEnded = false

  /// True if no further step is possible.
  var isOver: Bool { hasEnded && !isWaiting }

  /// Receives a new text and its key, which is `nil` if the text is too short.
  mutating func typed(_ text: String, _ key: Key?, _ standing: Standing) -> Step {
    defer { (self.text, self.key) = (text, key) }
    newest += 1
    isWaiting = false
    guard let key else { return clear() }
    if key == asked { return .nothing }
    // The same text makes another key if a filter has changed, which is not typed.
    if standing == .remembered || (text == self.text && key != self.key) { return show(key) }
    isWaiting = true
    return .wait(newest)
  }

  /// Receives the key of a debounced text, by the number of the text.
  mutating func rested(_ number: UInt, _ key: Key?) -> Step {
    guard isWaiting, number == newest else { return .nothing }
    isWaiting = false
    self.key = key
    return key.map { show($0) } ?? clear()
  }

  mutating func ended() { hasEnded = true }

  /// Records that a caller has cleared the loader or loaded another key.
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
