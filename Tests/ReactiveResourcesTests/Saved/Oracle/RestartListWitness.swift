import Foundation
import ReactiveLoadable
import ReactiveResources

/// Watches the published lists, the calls of the server and the writes of a script (P11).
///
/// It knows the contract only: the record of a key has the first pages of its last list.
final class RestartListWitness: RestartModel {
  let run: RestartRun
  private let state: Lock<RestartListState>

  init(_ run: RestartRun) {
    self.run = run
    state = Lock(RestartListState(script: run.script))
  }

  /// Changes the state, and reports the first law that was broken.
  private func checking<Result>(_ body: (inout RestartListState) -> Result) -> Result {
    let (result, broken) = state.withLock { state in (body(&state), state.broken) }
    if let broken { run.break(broken) }
    return result
  }

  /// Returns whether the list of a key was invalidated after its load; `nil` if that is unknown.
  func isStale(_ key: Int) -> Bool? { state.withLock { $0.keys[key]?.isStale } }

  /// Returns the date at which the list of saved pages was loaded.
  func date(of pages: [SavedPage]) -> Date? { state.withLock { $0.date(of: pages.rows) } }

  // MARK: Calls of the list

  func loads(_ key: Int) { checking { $0.last = key } }

  func cancels() { checking { $0.cancels() } }

  func invalidates() {
    let serial = run.serial
    checking { $0.invalidates(upTo: serial) }
  }

  func resets() {
    let serial = run.serial
    checking { $0.resets(upTo: serial) }
  }

  /// Returns a row of the list of a key.
  func row(_ number: Int, of key: Int) -> SavedRow? {
    state.withLock { state in
      guard let rows = state.keys[key]?.rows, !rows.isEmpty else { return nil }
      return rows[number % rows.count]
    }
  }

  /// Returns a row of the visible list that is not the last one of its page.
  func removableRow(_ number: Int) -> SavedRow? {
    state.withLock { state in
      guard let list = state.shown.latest, !list.isEmpty else { return nil }
      let row = list[number % list.count]
      return row.page == nil || list.count { $0.page == row.page } > 1 ? row : nil
    }
  }

  func edits(_ row: SavedRow) { checking { $0.edits(row) } }

  // MARK: The server

  /// True if a list loads, and not only a page at one of its ends.
  var isLoadingList: Bool { state.withLock { $0.shown.isLoading } }

  func calls(_ request: PageRequest<Int, Int>, serial: Int) {
    run.trace("  call \(serial): \(request)")
    checking { $0.calls(request, serial: serial) }
  }

  func receivesPage(of key: Int, _ serial: Int) { checking { $0.receivesPage(of: key, serial) } }

  // MARK: States and records

  func sees(_ new: SavedListState) {
    run.trace("  \(new) \(new.latest.map { list in list.map(\.id) } ?? [])")
    let now = run.wallClock.now()
    checking { $0.sees(new, at: now) }
  }

  func startReading(_ key: String) { checking { $0.startReading(key) } }

  func startSaving(_ record: ResourceRecord, for key: String) {
    checking { $0.startSaving([SavedPage](record), key) }
  }

  func startProcess(_ records: [String: ResourceRecord], isCrash: Bool) {
    checking { $0.startProcess(records.mapValues { [SavedPage]($0) ?? [] }, isCrash: isCrash) }
  }

  func check(_ record: ResourceRecord?, of key: Int) {
    checking { $0.check([SavedPage](record), of: key) }
  }

  func text(_ record: ResourceRecord?) -> String {
    [SavedPage](record).map { "\($0.rows.map(\.id))" } ?? "none"
  }
}
