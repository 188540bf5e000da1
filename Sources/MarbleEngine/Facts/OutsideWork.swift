/// Work that code of a run started and that the run does not control.
package struct OutsideWork: Sendable {
  package enum Kind: Hashable, Sendable {
    case dispatchQueue, delayedBlock, dispatchSource, thread, process, runLoopTimer,
      runLoopBlock
    /// A job of a custom executor, with the type of the executor.
    case executor(String)
  }

  package let kind: Kind
  package let start: StartContext
  package let callers: CallStack

  package static let maxCount = 1000
}

/// Everything that reached or left a run through another thread, and what it left behind.
package struct OutsideActivity {
  package let work: [OutsideWork]
  package let wakes: [ForeignWake]
  package let uses: [OffThreadUse]
  /// The leftovers of the run, which such work can explain.
  package var leftovers: [Leftover] = []

  package var isEmpty: Bool { work.isEmpty && wakes.isEmpty && uses.isEmpty }
}

/// The use of an object of a run on another thread or in another run.
package struct OffThreadUse: Hashable, Sendable {
  package enum Object: Hashable, Sendable {
    case input(InputRecord.ID)
    /// The object as the test names it: `m.clock`.
    case named(String)
  }

  package let object: Object
  package let time: Duration
}
