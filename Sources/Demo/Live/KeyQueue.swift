/// Keys that wait for their turn.
struct KeyQueue {
  /// When a key has its turn.
  enum Pace: Hashable, Sendable {
    /// At once: somebody sits at the keyboard and sees what there is.
    case atOnce
    /// When the screen shows all that the keys before it have led to; what is typed waits for nothing.
    case whenSettled
  }

  let pace: Pace
  private(set) var keys: [Key] = []
  private var isComplete = false

  init(_ pace: Pace) { self.pace = pace }

  mutating func add(_ keys: [Key]) { self.keys += keys }

  /// Notes that no more keys will come.
  mutating func end() { isComplete = true }

  /// Whether no key is left, and none will come.
  var isOver: Bool { isComplete && keys.isEmpty }

  /// Takes the next key if it is its turn.
  mutating func next(on screen: LiveScreen, isSettled: Bool) -> Key? {
    guard let key = keys.first else { return nil }
    switch pace {
    case .whenSettled where !isSettled && !screen.types(key): return nil
    case .atOnce, .whenSettled: return keys.removeFirst()
    }
  }
}
