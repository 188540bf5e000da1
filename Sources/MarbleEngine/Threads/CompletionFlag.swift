/// A flag that a task sets when it ends.
///
/// The lock guards the flag.
package final class CompletionFlag: Sendable {
  private let state = Lock(false)

  package init() {}

  package var isSet: Bool { state.withLock { $0 } }

  package func set() { state.withLock { $0 = true } }
}
