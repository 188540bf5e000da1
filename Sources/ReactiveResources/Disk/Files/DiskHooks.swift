/// A step before or after a file call of a disk cache, at which an observer can fail or end it.
package enum DiskStep: Hashable, Sendable, CaseIterable {
  // Before a file call.
  case open, create, writeHead, writeBody, setDate, rename, remove, list
  // After it.
  case renamed, removed
}

/// An observer of every step of a disk cache.
package struct DiskHooks: Sendable {
  /// Called on the queue of the step; an error that it throws replaces the file call.
  private let onStep: (@Sendable (DiskStep) throws(FileError) -> Void)?

  package init(_ onStep: (@Sendable (DiskStep) throws(FileError) -> Void)? = nil) {
    self.onStep = onStep
  }

  func willPerform(_ step: DiskStep) throws(FileError) { try onStep?(step) }

  /// Reports a step after its file call, which cannot fail any more.
  func didPerform(_ step: DiskStep) { try? onStep?(step) }
}
