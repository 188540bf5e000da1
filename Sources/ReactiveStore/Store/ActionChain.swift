/// The position of the current action in a chain, each sent while the one before is reduced.
///
/// Other threads neither lengthen nor interrupt a chain.
struct ActionChain {
  /// The length at which a chain is reported.
  ///
  /// See <doc:StoreContract#S10-Endless-chains>.
  static var bound: Int { 10_000 }

  /// The thread that reduces, else 0.
  var thread: UInt = 0
  /// The number of actions in the chain before this one.
  var links = 0

  /// Starts the next entry of the queue.
  mutating func start(on thread: UInt, at link: Int = 0) {
    self.thread = thread
    links = link
  }

  /// Returns the position of an action that a thread sends now.
  func link(from thread: UInt) -> Int { self.thread == thread ? links : 0 }
}
