/// The position of the current action in a chain, each sent in the turn of the one before.
///
/// Other threads neither lengthen nor interrupt a chain.
@usableFromInline
struct ActionChain {
  /// The length at which a chain is reported.
  ///
  /// See <doc:StoreContract#S10-Endless-chains>.
  @usableFromInline static var bound: Int { 10_000 }

  /// The thread that reduces, else 0.
  @usableFromInline var thread: UInt = 0
  /// The number of actions in the chain before this one.
  @usableFromInline var links = 0

  @inlinable
  init() {}

  /// Starts another turn.
  @inlinable
  mutating func begin(on thread: UInt, at link: Int = 0) {
    self.thread = thread
    links = link
  }

  /// Returns the position of an action that a thread sends now.
  @inlinable
  func link(from thread: UInt) -> Int { self.thread == thread ? links : 0 }
}
