/// Where the action that is reduced now stands in a chain of actions, each sent in the turn of the one before.
///
/// Other threads neither make a chain longer nor interrupt it.
@usableFromInline
struct ActionChain {
  /// A chain of so many actions is reported (S10).
  @usableFromInline static var bound: Int { 10_000 }

  /// The thread that reduces, else 0.
  @usableFromInline var thread: UInt = 0
  /// How many actions came before this one.
  @usableFromInline var links = 0

  @inlinable
  init() {}

  /// Another turn begins.
  @inlinable
  mutating func begin(on thread: UInt, at link: Int = 0) {
    self.thread = thread
    links = link
  }

  /// The place of what a thread sends now.
  @inlinable
  func link(from thread: UInt) -> Int { self.thread == thread ? links : 0 }
}
