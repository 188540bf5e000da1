import ReactiveLoadable

@testable import ReactiveLoading
@testable import ReactivePaging

extension EditStep {
  /// Starts the write with a number.
  static func start(_ write: Int, _ edits: [ListEdit<Row>]) -> Self {
    let editor = ListEditor<Row>(confirms: false) { _, _, new in new = edits }
    return .shown(.write(write), editor, ReactiveLoading.Box(()))
  }

  /// Ends the write with a number.
  static func end(_ write: Int, isSaved: Bool) -> Self {
    .ended(.write(write), isSaved ? .saved(nil) : .rolledBack)
  }
}

extension LoadEditID {
  fileprivate static func write(_ number: Int) -> Self {
    Self(mutation: 1, write: UInt(number + 1))
  }
}
