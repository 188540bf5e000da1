/// A step before or after a file call of a disk cache, at which a test can fail or end it.
package enum DiskStep: Hashable, Sendable, CaseIterable {
  case create
  case writeHead
  case writeBody
  case setDate
  case rename
  case renamed
  case remove
  case removed
  case list
}

/// An observer of every step of a disk cache; used by tests only.
package struct DiskWatch: Sendable {
  /// Called on the queue of the step; an error that it throws replaces the file call.
  private let before: (@Sendable (DiskStep) throws(FileFault) -> Void)?

  package init(_ before: (@Sendable (DiskStep) throws(FileFault) -> Void)? = nil) {
    self.before = before
  }

  func step(_ step: DiskStep) throws(FileFault) { try before?(step) }

  /// Reports a step after its file call, which cannot fail any more.
  func passed(_ step: DiskStep) { try? before?(step) }
}
