import ReactiveLoading

/// A pure state machine of a search: one event in, one step out.
///
/// Texts are numbered, so a debounced text counts only while it is the newest.
/// See <doc:SearchingAsYouType>.
struct TypingStateMachine<Key: Hashable & Sendable>: Sendable {
  // NB: Indirect, and keys in boxes, because the code that copies inline keys is 2 kB for each type.
  indirect enum Step: Equatable, Sendable {
    case nothing
    /// Keep the list of the text, which is a newer request than those that streams hold.
    case keep
    /// Cancel the load and clear the loader.
    case clear
    /// Wait for the end of the debounce time of the text.
    case wait
    /// Show the list of a key, and load it if needed.
    case show(Key)
  }

  private var boxedRequest: Box<Key>?
  private var text: String?
  private var key: Box<Key>?
  /// The number of the text that waits for the end of its debounce time.
  private var waiting: UInt?
  private var inputHasEnded = false

  /// The key that was loaded last; `nil` after a clear.
  var requested: Key? { boxedRequest?.value }

  /// True if no further step is possible.
  var isFinished: Bool { inputHasEnded && waiting == nil }

  /// Receives a new text and its key, which is `nil` if the text is too short.
  ///
  /// A list that is cached in the loader needs no request.
  mutating func typed(_ typed: TypedText, _ key: Key?, isCached: Bool) -> Step {
    defer { (text, self.key) = (typed.text, key.map { Box($0) }) }
    waiting = nil
    guard let key else { return clear() }
    if key == requested { return .keep }
    // The same text makes another key if a filter has changed, which is not typed.
    if isCached || (typed.text == text && key != self.key?.value) { return show(key) }
    waiting = typed.number
    return .wait
  }

  /// Receives the key of a debounced text, by the number of the text.
  mutating func debounced(_ number: UInt, _ key: Key?) -> Step {
    guard number == waiting else { return .nothing }
    waiting = nil
    self.key = key.map { Box($0) }
    return key.map { show($0) } ?? clear()
  }

  mutating func ended() { inputHasEnded = true }

  /// Records that a caller has cleared the loader or loaded another key.
  mutating func clearRequested() { boxedRequest = nil }

  private mutating func show(_ key: Key) -> Step {
    boxedRequest = Box(key)
    return .show(key)
  }

  private mutating func clear() -> Step {
    boxedRequest = nil
    return .clear
  }
}
