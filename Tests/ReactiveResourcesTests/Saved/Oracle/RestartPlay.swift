import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport

/// A script that runs in the processes of an app with a saved loader or a saved cache.
final class RestartPlay {
  let witness: RestartWitness
  private let disk: RestartDisk
  private var process: any RestartProcess
  private let makeProcess: (RestartStore) -> any RestartProcess

  init(_ script: RestartScript, _ clock: any Clock<Duration>, isCache: Bool) {
    let witness = RestartWitness(WallClock(from: clock))
    self.witness = witness
    disk = RestartDisk(script, clock, witness)
    makeProcess = {
      if isCache { return RestartCache(script, clock, witness, $0) }
      return RestartLoader(script, clock, witness, $0)
    }
    process = makeProcess(disk.startProcess())
  }

  func perform(_ act: RestartScript.Act) {
    witness.trace("\(act)")
    if case .crash = act { restart() } else { process.perform(act) }
  }

  /// Ends the process, and starts another one.
  func restart() {
    process.stopObserving()
    let store = disk.startProcess()
    witness.startProcess(disk.records)
    process = makeProcess(store)
  }

  /// Ends all loads; then the records are written.
  func end() -> Task<Void, Never> {
    process.stop()
    return Task { [saved = process.saved] in await saved.finish() }
  }

  /// Checks the records after all writes.
  func checkRecords() {
    for request in RestartScript.requests {
      let found = SavedNumber(disk.records["v/\(request)"])
      let expected = witness.request(request).saved
      if let found, !expected.contains(found.value) {
        witness.break("the record of \(request) is \(found), not one of \(expected)")
      }
      if found == nil, !expected.isEmpty {
        witness.break("no record of \(request), but one of \(expected)")
      }
    }
  }

  /// Loads a request of a process that has just started, and returns the states.
  func firstStates(of request: Int) -> RestartFirstLoad {
    RestartFirstLoad(of: request, disk.records["v/\(request)"], witness, process)
  }
}

/// The first load of a request in a process.
final class RestartFirstLoad {
  private let request: Int
  private let record: SavedNumber?
  private let date: Date?
  private let started: Date
  private let calls: Int
  private let witness: RestartWitness
  private let log = Log<LoadState<Int>>()
  private var observation: AnyCancellable?

  init(
    of request: Int,
    _ record: ResourceRecord?,
    _ witness: RestartWitness,
    _ process: any RestartProcess
  ) {
    self.request = request
    self.record = SavedNumber(record)
    self.witness = witness
    date = self.record.flatMap { witness.date(of: $0.value) }
    started = witness.wallClock.now()
    calls = witness.calls
    observation = process.load(request) { [log] in log.note($0) }
  }

  /// Checks the states after the end of the load; `mayBeYoung` if the values have an end.
  func check(mayBeYoung: Bool) {
    guard let record, let date else {
      if witness.calls != calls + 1 { witness.break("\(request): \(witness.calls - calls) calls") }
      return
    }
    let states = log.entries
    // The first value of the request, and whether the state says since when.
    let shown = states.firstIndex { $0.latest.map(SavedNumber.init)?.request == request }
    guard let shown, states[shown].latest == record.value else {
      return witness.break("\(request): \(states) does not begin with \(record)")
    }
    if case .loaded = states[shown] {
      if !mayBeYoung || started.timeIntervalSince(date) > 0.3 || witness.calls != calls {
        witness.break("\(request): an old record is a result: \(states)")
      }
    } else if case .loading(let loading) = states[shown], loading.savedAt == date {
      if witness.calls != calls + 1 { witness.break("\(request): \(witness.calls - calls) calls") }
    } else {
      witness.break("\(request): \(states[shown]) does not say \(date)")
    }
  }
}
