/// Work that code of a run started and that the run does not control.
struct OutsideWork: Sendable {
  enum Kind: Hashable, Sendable {
    case dispatchQueue, delayedBlock, dispatchSource, thread, process, runLoopTimer,
      runLoopBlock
    /// A job of a custom executor, with the type of the executor.
    case executor(String)
  }

  let kind: Kind
  let start: StartContext
  let callers: CallStack
}

/// Everything that reached or left a run through another thread, and what it left behind.
struct OutsideActivity {
  let work: [OutsideWork]
  let wakes: [ForeignWake]
  let uses: [OffThreadUse]
  /// The leftovers of the run, which such work can explain.
  var leftovers: [Leftover] = []

  var isEmpty: Bool { work.isEmpty && wakes.isEmpty && uses.isEmpty }
}

/// Activity outside virtual time that the run allowed.
struct AllowedActivity {
  var sleeps: [RealSleep] = []
  var work: [OutsideWork] = []
}

/// The use of an object of a run on another thread or in another run.
struct OffThreadUse: Hashable, Sendable {
  enum Object: Hashable, Sendable {
    case input(InputRecord.ID)
    /// The object as the test names it: `m.clock`.
    case named(String)
  }

  let object: Object
  /// The virtual time of the use.
  let time: Duration
}
