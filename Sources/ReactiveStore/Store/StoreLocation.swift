import IssueReporting
import ReactiveLoadable

/// The source location at which a store was created.
@usableFromInline
package struct StoreLocation: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Creates a relay that reports an endless chain at this location.
  ///
  /// It is the chain of contract R11 of ReactiveLoadable.
  func relay<State>(_ state: State) -> BehaviorRelay<State> {
    BehaviorRelay(state, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports an issue at this location.
  package func report(_ text: String) {
    reportIssue(text, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports an endless chain of actions.
  ///
  /// See <doc:StoreContract#S10-Endless-chains>.
  func reportChain(to action: String) {
    report(
      """
      The store created at \(fileID):\(line) reduces an endless chain: \(ActionChain.bound) actions \
      were sent, each while the previous one was reduced or published. The last action is \
      \(action.prefix(200)).

      Possible cause: a middleware, a subscriber or a reducer calls 'send' for each action, including \
      the actions that it sends itself. The chain continues.

      Send only for the actions that need it, pass another action to 'next', or return an effect, \
      which can be cancelled.
      """
    )
  }
}
