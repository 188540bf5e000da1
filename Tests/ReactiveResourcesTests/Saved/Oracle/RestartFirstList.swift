import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport

/// The first load of a list in a process.
final class RestartFirstList: RestartFirstLoad {
  private let key: Int
  private let pages: [SavedPage]?
  private let witness: RestartListWitness
  private let run: RestartRun
  private let calls: Int
  private let isStale: Bool?
  private let log = Log<(time: Date, state: SavedListState)>()
  private var observation: AnyCancellable?

  init(
    of key: Int,
    _ record: ResourceRecord?,
    _ witness: RestartListWitness,
    _ load: (_ receive: @escaping @Sendable (SavedListState) -> Void) -> AnyCancellable
  ) {
    self.key = key
    self.witness = witness
    pages = [SavedPage](record)
    run = witness.run
    calls = run.calls
    isStale = witness.isStale(key)
    observation = load { [log, run] in log.note((run.wallClock.now(), $0)) }
  }

  func check() {
    guard let pages else { return checkCalls(1...1) }
    guard let (time, state) = log.entries.first(where: { $0.state.latest?.key == key }),
      let list = state.latest, Array(list) == pages.rows
    else { return run.break("\(key): \(log.entries) do not begin with \(pages)") }
    if list.append.isComplete != (pages.last?.next == nil) {
      run.break("\(key): \(list.append) after \(pages)")
    }
    let age = witness.date(of: pages).map { time.timeIntervalSince($0) }
    let isYoung = age.map { run.script.isYoung($0) } == true
    if case .loaded = state {
      if !isYoung || isStale == true { run.break("\(key): an old record is a result") }
      checkCalls(0...0)
    } else {
      if isYoung, isStale == false { run.break("\(key): a young record is no result") }
      // The load has as many pages as the record, unless one of them fails.
      checkCalls(1...max(pages.count, 1))
    }
  }

  private func checkCalls(_ counts: ClosedRange<Int>) {
    let count = run.calls - calls
    if !counts.contains(count) { run.break("\(key): \(count) calls, not \(counts)") }
  }
}
