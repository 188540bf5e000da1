import Foundation
import ReactiveLoadable
import ReactiveResources

/// The records that survive the processes of a script, and the operations of the process that runs.
///
/// An operation takes time. It has its effect at its end, unless its process has ended before.
final class RestartDisk: Sendable {
  struct State {
    var process = 0
    var records: [String: ResourceRecord] = [:]
    var operations = 0
    var running: Set<String> = []
  }

  struct ProcessEnded: Error {}

  let run: RestartRun
  let model: any RestartModel
  private let state = Lock(State())

  init(_ run: RestartRun, _ model: some RestartModel) { (self.run, self.model) = (run, model) }

  var records: [String: ResourceRecord] { state.withLock { $0.records } }

  /// Ends the process that runs: its operations have no effect from now on.
  func startProcess() -> RestartStore {
    let process = state.withLock { state in
      state.process += 1
      state.running = []
      return state.process
    }
    return RestartStore(disk: self, process: process)
  }

  fileprivate func isRunning(_ process: Int) -> Bool { state.withLock { $0.process == process } }

  /// Performs an operation of a process on the record of a key.
  fileprivate func perform<Result: Sendable>(
    _ kind: String,
    _ key: String,
    of process: Int,
    _ effect: @escaping @Sendable (inout [String: ResourceRecord]) -> Result
  ) async throws -> Result {
    let number = state.withLock { state -> Int? in
      guard state.process == process else { return nil }
      if !state.running.insert(key).inserted { run.break("two operations of \(key)") }
      state.operations += 1
      return state.operations
    }
    guard let number else { throw ProcessEnded() }
    run.trace("    \(kind) \(key)")
    let (clock, time) = (run.clock, run.script.call(number, of: 9).time)
    // A disk does not stop when the task that waits for it is cancelled.
    await Task { try? await clock.sleep(for: time) }.value
    let result = state.withLock { state -> Result? in
      guard state.process == process else { return nil }
      state.running.remove(key)
      return effect(&state.records)
    }
    guard let result else { throw ProcessEnded() }
    run.trace("    \(kind) \(key) ended: \(model.text(records[key]))")
    return result
  }
}

/// The store of one process.
struct RestartStore: ResourceStore {
  let disk: RestartDisk
  let process: Int

  func record(for key: String) async throws -> ResourceRecord? {
    if disk.isRunning(process) { disk.model.startReading(key) }
    return try await disk.perform("read", key, of: process) { $0[key] }
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    if disk.isRunning(process) { disk.model.startSaving(record, for: key) }
    try await disk.perform("write", key, of: process) { $0[key] = record }
  }

  func removeRecord(for key: String) async throws {
    try await disk.perform("remove", key, of: process) { $0[key] = nil }
  }

  func removeAll() async throws {
    try await disk.perform("remove", "*", of: process) { $0 = [:] }
  }
}
