import Foundation
import ReactiveLoadable

/// Performs the operations on the records of one store in the order of ``RecordQueues``.
///
/// A read runs in the task of its caller, all other operations in tasks of the desk. The lock
/// guards the order only: values are encoded, and stores are called, outside it.
final class RecordDesk: Sendable {
  private typealias Ticket = RecordQueues.Ticket

  private struct State {
    var queues = RecordQueues()
    var changes: [Ticket: any RecordChange] = [:]
    /// The reads, and the calls of ``RecordDesk/finish()``, that wait; a read gets its turn or not.
    var waiting: [Ticket: Promise<Bool>] = [:]
    var removals: [Ticket: RemovalOfAll] = [:]

    mutating func takeChanges(_ tickets: [Ticket]) -> [any RecordChange] {
      tickets.compactMap { changes.removeValue(forKey: $0) }
    }
  }

  private let state = Lock(State())

  init() {}

  /// The number of keys with an operation.
  var activeCount: Int { state.withLock { $0.queues.activeCount } }

  // MARK: Reads

  /// Reads a record after the operations of its key that were added before.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - work: The read, in the task of the caller; not called while the record is removed, and not
  ///     if the task is cancelled before its turn.
  /// - Returns: The result of the read; `nil` if the record was removed since the call.
  func read<Output>(_ key: String, _ work: () async -> Output?) async -> Output? {
    guard let ticket = await turn(of: key) else { return nil }
    let output = await work()
    let counts = decide { queues, wakes in queues.endRead(ticket, of: key, &wakes) }
    return counts ? output : nil
  }

  private func turn(of key: String) async -> Ticket? {
    let (start, promise) = state.withLock { state in
      let start = state.queues.read(key)
      guard case .wait(let ticket) = start else { return (start, Promise<Bool>?.none) }
      let promise = Promise<Bool>()
      state.waiting[ticket] = promise
      return (start, promise)
    }
    switch start {
    case .miss: return nil
    case .turn(let ticket): return ticket
    case .wait(let ticket):
      switch await promise?.value {
      case true?: return ticket
      case false?: return nil
      case nil:
        // The task is cancelled.
        decide { queues, wakes in queues.leave(ticket, of: key, &wakes) }
        let left = state.withLock { $0.waiting.removeValue(forKey: ticket) }
        withExtendedLifetime(left) {}
        return nil
      }
    }
  }

  // MARK: Changes

  /// Adds a change of a record, and returns; a task performs it.
  ///
  /// The changes that it replaces are released in that task.
  func add(_ change: any RecordChange, isRemoval: Bool, of key: String) {
    let (wakes, dropped) = state.withLock { state in
      var wakes = RecordQueues.Wakes()
      let ticket = state.queues.add(key, isRemoval: isRemoval, &wakes)
      let dropped = state.takeChanges(wakes.dropped)
      let replaced = isRemoval ? nil : dropped.first
      state.changes[ticket] = replaced.map { change.replacing($0) } ?? change
      return (wakes, dropped)
    }
    Task {
      change.begin()
      withExtendedLifetime(dropped) {}
      await performChanges(of: key)
    }
    perform(wakes)
  }

  /// Performs the changes of a key one after the other, unless another task does.
  private func performChanges(of key: String) async {
    while let (ticket, isRemoval, change) = next(of: key) {
      let outcome: RecordQueues.Outcome
      if isRemoval {
        outcome = await change.remove() ? .removed : .notRemoved
      } else {
        let body = change.encode()
        guard state.withLock({ $0.queues.startStoring(ticket, of: key) }) else { continue }
        let isSaved = if let body { await change.save(body) } else { false }
        outcome = isSaved ? .saved : .unchanged
      }
      decide { queues, wakes in queues.end(ticket, of: key, outcome, &wakes) }
    }
  }

  private func next(
    of key: String
  ) -> (ticket: Ticket, isRemoval: Bool, change: any RecordChange)? {
    state.withLock { state in
      guard let next = state.queues.next(of: key),
        let change = state.changes.removeValue(forKey: next.ticket)
      else { return nil }
      return (next.ticket, next.isRemoval, change)
    }
  }

  /// True if the record of a key is removed after the operation that runs.
  func isRemoving(_ key: String) -> Bool {
    state.withLock { $0.queues.isRemovingAll || $0.queues.queues[key]?.removal != nil }
  }

  // MARK: All records

  /// Removes all records after the changes that use the store; until then, reads are misses.
  ///
  /// - Parameter work: The removal, which runs in a task, also without a call of the result.
  /// - Returns: A closure that waits for the end of the removal, and throws its error.
  func removeAll(_ work: @escaping ScopeRemoval) -> ScopeRemoval {
    let (removal, wakes, dropped) = state.withLock { state in
      var wakes = RecordQueues.Wakes()
      let ticket = state.queues.removeAll(&wakes)
      let removal = state.removals[ticket] ?? RemovalOfAll(work)
      state.removals[ticket] = removal
      return (removal, wakes, state.takeChanges(wakes.dropped))
    }
    if !dropped.isEmpty { Task { withExtendedLifetime(dropped) {} } }
    perform(wakes)
    return { try await removal.end.valueIgnoringCancellation?.get() }
  }

  private func performRemoval(_ ticket: Ticket) async {
    guard let removal = state.withLock({ $0.removals.removeValue(forKey: ticket) }) else { return }
    var result = Result<Void, any Error>.success(())
    do { try await removal.work() } catch { result = .failure(error) }
    let isDone = if case .success = result { true } else { false }
    decide { queues, wakes in queues.endRemoval(isDone: isDone, &wakes) }
    removal.end.fulfill(result)
  }

  /// Waits for the changes and removals that were added before, also in a cancelled task.
  func finish() async {
    let promise = state.withLock { state in
      state.queues.finish().map { ticket in
        let promise = Promise<Bool>()
        state.waiting[ticket] = promise
        return promise
      }
    }
    _ = await promise?.valueIgnoringCancellation
  }

  // MARK: Decisions

  @discardableResult
  private func decide<Result>(
    _ decision: (inout RecordQueues, inout RecordQueues.Wakes) -> Result
  ) -> Result {
    let (result, wakes) = state.withLock { state in
      var wakes = RecordQueues.Wakes()
      return (decision(&state.queues, &wakes), wakes)
    }
    perform(wakes)
    return result
  }

  private func perform(_ wakes: RecordQueues.Wakes) {
    if wakes.isEmpty { return }
    fulfill(wakes.turns + wakes.finished, true)
    fulfill(wakes.misses, false)
    for key in wakes.keys { Task { await performChanges(of: key) } }
    if let removal = wakes.removal { Task { await performRemoval(removal) } }
  }

  private func fulfill(_ tickets: [Ticket], _ hasTurn: Bool) {
    let promises = state.withLock { state in
      tickets.compactMap { state.waiting.removeValue(forKey: $0) }
    }
    for promise in promises { promise.fulfill(hasTurn) }
  }
}

extension RecordQueues.Wakes {
  /// True if a decision starts and resumes no work; what it drops needs no call.
  fileprivate var isEmpty: Bool {
    turns.isEmpty && misses.isEmpty && keys.isEmpty && removal == nil && finished.isEmpty
  }
}

/// A write or a removal of a record; its functions run outside every lock, in tasks.
protocol RecordChange: AnyObject, Sendable {
  /// Notes the time of the change, before it waits for other operations.
  func begin()
  /// Returns the write to perform after this one has replaced a write that waits.
  ///
  /// It is called under the lock of the desk.
  func replacing(_ older: any RecordChange) -> any RecordChange
  /// Returns the bytes of a write; `nil` after a failure, which was reported.
  func encode() -> Data?
  /// Saves the record; returns false after a failure, which was reported.
  func save(_ body: Data) async -> Bool
  /// Removes the record; returns false after a failure, which was reported.
  func remove() async -> Bool
}

/// The removal of all records, which several calls may wait for.
private final class RemovalOfAll: Sendable {
  let work: ScopeRemoval
  let end = Promise<Result<Void, any Error>>()

  init(_ work: @escaping ScopeRemoval) { self.work = work }
}

/// A store that orders the operations on its records for all values that are saved in it.
protocol RecordDeskOwner: ResourceStore {
  var desk: RecordDesk { get }
}
