/// A key that was pressed.
enum Key: Hashable, Sendable {
  /// A letter, a digit or anything else that can be typed.
  case text(Character)
  case backspace
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
  case enter
  case tab
  /// Ctrl-C.
  case interrupt
}
