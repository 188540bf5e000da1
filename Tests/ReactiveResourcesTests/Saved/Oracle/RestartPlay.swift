import Foundation
import ReactiveLoadable
import ReactiveResources

/// A script that runs in the processes of an app with a saved loader, cache or list.
final class RestartPlay {
  let run: RestartRun
  private let model: any RestartModel
  private let disk: RestartDisk
  private var process: any RestartProcess
  private let makeProcess: (RestartStore) -> any RestartProcess

  init(_ script: RestartScript, _ clock: some Clock<Duration>) {
    let run = RestartRun(script, clock)
    self.run = run
    switch script.subject {
    case .loader, .cache:
      let witness = RestartWitness(run)
      model = witness
      makeProcess = {
        if script.subject == .cache { return RestartCache(run, witness, $0) }
        return RestartLoader(run, witness, $0)
      }
    case .list:
      let witness = RestartListWitness(run)
      model = witness
      makeProcess = { RestartList(run, witness, $0) }
    }
    disk = RestartDisk(run, model)
    process = makeProcess(disk.startProcess())
  }

  func perform(_ act: RestartScript.Act) {
    run.trace("\(act)")
    if case .crash = act { restart(isCrash: true) } else { process.perform(act) }
  }

  /// Ends the process, and starts another one.
  func restart(isCrash: Bool = false) {
    process.stopObserving()
    let store = disk.startProcess()
    model.startProcess(disk.records, isCrash: isCrash)
    process = makeProcess(store)
  }

  /// Ends all loads; then the records are written.
  func end() -> Task<Void, Never> {
    process.stop()
    return Task { [finish = process.finish] in await finish() }
  }

  /// Checks the records after all writes.
  func checkRecords() {
    for request in RestartScript.requests {
      model.check(disk.records["v/\(request)"], of: request)
    }
  }

  /// Loads a request of a process that has just started, and returns the states.
  func firstLoad(of request: Int) -> any RestartFirstLoad {
    process.firstLoad(of: request, disk.records["v/\(request)"])
  }
}
