import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport

/// The first load of a request of a loader or a cache in a process.
final class RestartFirstValue: RestartFirstLoad {
  private let request: Int
  private let record: SavedNumber?
  private let date: Date?
  private let started: Date
  private let calls: Int
  private let isStale: Bool?
  private let run: RestartRun
  private let log = Log<LoadState<Int>>()
  private var observation: AnyCancellable?

  init(
    of request: Int,
    _ record: ResourceRecord?,
    _ witness: RestartWitness,
    _ load: (_ receive: @escaping @Sendable (LoadState<Int>) -> Void) -> AnyCancellable
  ) {
    self.request = request
    self.record = SavedNumber(record)
    run = witness.run
    date = self.record.flatMap { witness.date(of: $0.value) }
    started = run.wallClock.now()
    calls = run.calls
    isStale = witness.isStale(request)
    observation = load { [log] in log.note($0) }
  }

  func check() {
    guard let record, let date else {
      if run.calls != calls + 1 { run.break("\(request): \(run.calls - calls) calls") }
      return
    }
    let states = log.entries
    // The first value of the request, and whether the state says since when.
    let shown = states.firstIndex { $0.latest.map(SavedNumber.init)?.request == request }
    guard let shown, states[shown].latest == record.value else {
      return run.break("\(request): \(states) does not begin with \(record)")
    }
    if case .loaded = states[shown] {
      let isYoung = run.script.isYoung(started.timeIntervalSince(date)) && isStale != true
      if !isYoung || run.calls != calls {
        run.break("\(request): an old record is a result: \(states)")
      }
    } else if case .loading(let loading) = states[shown], loading.savedAt == date {
      if run.calls != calls + 1 { run.break("\(request): \(run.calls - calls) calls") }
    } else {
      run.break("\(request): \(states[shown]) does not say \(date)")
    }
  }
}
