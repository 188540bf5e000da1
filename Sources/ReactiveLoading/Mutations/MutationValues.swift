import ReactiveRelays

/// The inputs, outputs and failures of a mutation, whose writes a ``MutationCore`` decides.
///
/// They are in boxes, so that this is not generic. The history with its types is made only if it is
/// read. ``apply(_:_:_:)``, ``settle(_:_:)`` and ``reset(_:)`` change the values, after the core.
struct MutationValues: Sendable {
  /// The writes that wait, run or stop.
  // NB: A store changes a copy for each action, which shares all writes but those that differ.
  private var open = EditStack<Record>()
  /// The writes that ended last, in the order of their ends.
  private var ended: [Record] = []
  /// The largest number of ended writes in the history.
  private(set) var historyLimit: Int
  /// The state when no write waits or runs; never loading.
  private var settled = AnyLoadable.notRequested

  init(historyLimit: Int) { self.historyLimit = max(historyLimit, 0) }

  /// A write of the history, with the load that performs it until it has an outcome.
  struct Record: NumberedEdit {
    enum State: Sendable {
      case waiting
      case running(attempt: Int)
      case stopping(AnyLoadOutcome)
      case ended(AnyLoadOutcome)
    }

    let number: MutationCore.ID
    let input: AnyBox
    fileprivate var load: RunningLoad?
    fileprivate(set) var state = State.waiting

    var id: LoadEditID { LoadEditID(mutation: 0, write: number) }
  }

  /// The values that are no longer stored, to release outside the lock.
  struct Removed {
    fileprivate var records: [Record] = []
    fileprivate var settled: AnyLoadable?
  }

  /// The history: the writes that wait, run or stop, and those that ended last, by their numbers.
  var records: [Record] { (open.all + ended).inOrder(of: \.number) }

  /// Returns the published state.
  func state(of core: MutationCore) -> AnyLoadable {
    guard core.isLoading else { return settled }
    return .loading(.load, attempt: core.attempt, nil, previous: settled.latest)
  }

  /// The input of a write in the history.
  func input(of id: MutationCore.ID) -> AnyBox? {
    openRecord(of: id)?.input ?? ended.last { $0.number == id }?.input
  }

  /// The write with a number; `nil` if it has an outcome.
  func write(of id: MutationCore.ID) -> OpenWrite? {
    guard let record = openRecord(of: id), let load = record.load else { return nil }
    return OpenWrite(load: load, input: record.input)
  }

  private func openRecord(of id: MutationCore.ID) -> Record? { position(of: id).map { open[$0] } }

  private func position(of id: MutationCore.ID) -> Int? {
    open.position(of: LoadEditID(mutation: 0, write: id))
  }
}

// MARK: Changes

extension MutationValues {
  /// Adds a new write, which waits until its first change is applied.
  mutating func add(_ id: MutationCore.ID, _ input: AnyBox, _ load: RunningLoad?) {
    open.insert(Record(number: id, input: input, load: load), at: open.count)
  }

  /// Applies a limit from now on.
  mutating func setHistoryLimit(_ limit: Int) {
    historyLimit = max(limit, 0)
    ended.removeFirst(max(ended.count - historyLimit, 0))
  }

  /// Removes all writes and results; returns whether the history has changed.
  mutating func reset(_ removed: inout Removed) -> Bool {
    removed.records += open.all + ended
    removed.settled = settled
    self = Self(historyLimit: historyLimit)
    return !removed.records.isEmpty
  }

  /// Applies a change of a write, with its outcome if it has one from now on; returns whether the
  /// history has changed.
  mutating func apply(
    _ change: MutationCore.Change,
    _ outcome: AnyLoadOutcome?,
    _ removed: inout Removed
  ) -> Bool {
    guard let new = change.new else { return end(change.id, outcome, &removed) }
    // The next attempt of a retry changes no record, and a reset removes those of discarded writes.
    if let old = change.old?.cycle, old.retries == new.cycle?.retries { return false }
    guard let position = position(of: change.id) else { return false }
    var record = open[position]
    switch new {
    case .running(let cycle): record.state = .running(attempt: cycle.retries)
    case .stopping: if let outcome { (record.state, record.load) = (.stopping(outcome), nil) }
    case .waiting, .discarded: break
    }
    open[position] = record
    return true
  }

  private mutating func end(
    _ id: MutationCore.ID,
    _ outcome: AnyLoadOutcome?,
    _ removed: inout Removed
  ) -> Bool {
    guard let position = position(of: id) else { return false }
    var record = open[position]
    open.remove(at: position)
    // A stopped write has its outcome already.
    if case .stopping(let outcome) = record.state {
      record.state = .ended(outcome)
    } else if let outcome {
      record.state = .ended(outcome)
    }
    record.load = nil
    ended.append(record)
    if ended.count > historyLimit { removed.records.append(ended.removeFirst()) }
    return true
  }

  /// Shows the outcome of a write in the state, unless it was stopped.
  mutating func settle(_ outcome: AnyLoadOutcome, _ removed: inout Removed) {
    let new: AnyLoadable
    switch (outcome.kind, outcome.value, outcome.failure) {
    case (.loaded, let output?, _): new = .loaded(output)
    case (.failed, _, let error?): new = .failed(error, .load, previous: settled.latest)
    case (.loaded, nil, _), (.failed, _, nil), (.cancelled, _, _), (.replaced, _, _),
      (.skipped, _, _):
      return
    }
    removed.settled = settled
    settled = new
  }
}

/// A write that waits or runs.
struct OpenWrite {
  let load: RunningLoad
  let input: AnyBox
  /// The turns of its key; `nil` without keys.
  var turns: WriteTurns?
}

// MARK: With types

extension MutationRecord where Input: Sendable, Output: Sendable {
  init(_ record: MutationValues.Record) {
    let state: State =
      switch record.state {
      case .waiting: .waiting
      case .running(let attempt): .running(attempt: attempt)
      case .stopping(let outcome): .stopping(LoadOutcome(outcome))
      case .ended(let outcome): .ended(LoadOutcome(outcome))
      }
    self.init(id: record.number, input: record.input.assumed(of: Input.self).value, state: state)
  }
}
