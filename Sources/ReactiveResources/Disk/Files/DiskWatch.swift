/// What a file call of a disk cache is about to do, or has done; for tests that end or fail it there.
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

/// Sees every step of a disk cache; nobody does outside tests.
package struct DiskWatch: Sendable {
  /// Called on the queue of the step; what it throws is as if the file call had failed.
  private let before: (@Sendable (DiskStep) throws(FileFault) -> Void)?

  package init(_ before: (@Sendable (DiskStep) throws(FileFault) -> Void)? = nil) {
    self.before = before
  }

  func step(_ step: DiskStep) throws(FileFault) { try before?(step) }

  /// A step that is over cannot fail any more.
  func passed(_ step: DiskStep) { try? before?(step) }
}
