import Foundation
import ReactiveLoadable
import ReactiveResources

/// A value of a script: the number of the load or set that it comes from, its request, its edits.
struct SavedNumber: Hashable, Sendable {
  let serial: Int
  let request: Int
  var edits = 0

  /// The value as a number, which is what the loader loads.
  var value: Int { (serial * 10 + request) * 1000 + edits }

  init(serial: Int, request: Int) { (self.serial, self.request) = (serial, request) }

  init(_ value: Int) {
    serial = value / 10_000
    request = value / 1000 % 10
    edits = value % 1000
  }

  init?(_ record: ResourceRecord?) {
    guard let text = record.flatMap({ String(data: $0.body, encoding: .utf8) }),
      let value = Int(text)
    else { return nil }
    self.init(value)
  }
}

/// Watches the published states and the writes of a script, and says what they must be.
///
/// It knows the contract only: nothing of it looks at how a loader works.
final class RestartWitness: RestartModel {
  struct Request {
    /// The values that the record may have when nothing runs; empty if there must be no record.
    ///
    /// The last settled one comes first, then edits of it during a load.
    var saved: [Int] = []
    /// Values up to this number must not be shown or written: they were loaded before a reset.
    var retired = 0
    /// True if the value of a cache was invalidated after its load; `nil` if that is unknown.
    var isStale: Bool? = false
    /// A value that was requested up to this number was invalidated while it was loaded.
    var invalidated = 0
  }

  struct State {
    var requests: [Int: Request] = [:]
    /// The date at which a value was loaded or set.
    var dates: [Int: Date] = [:]
    /// The request of the last load or value since a reset.
    var last: Int?
    /// The request of the last load.
    var loaded: Int?
    /// The request of the value that the loader holds, also while another load shows none.
    var held: Int?
    /// The request of the last failure.
    var failed: Int?
    /// True while a cancel returns to the state before the load.
    var isCancelling = false
    var broken: String?
  }

  let run: RestartRun
  private let state = Lock(State())

  init(_ run: RestartRun) { self.run = run }

  /// The request of the last load or value since a reset.
  var last: Int? { state.withLock { $0.last } }

  func date(of value: Int) -> Date? { state.withLock { $0.dates[SavedNumber(value).serial] } }

  // MARK: Calls

  func loads(_ request: Int) { state.withLock { ($0.last, $0.loaded) = (request, request) } }

  /// Calls a function that cancels a load.
  func cancels(_ cancel: () -> Void) {
    state.withLock { $0.isCancelling = true }
    cancel()
    state.withLock { $0.isCancelling = false }
  }

  /// Notes that a value is set now.
  func sets(_ value: SavedNumber) {
    let now = run.wallClock.now()
    state.withLock { state in
      state.dates[value.serial] = now
      state.requests[value.request]?.isStale = false
    }
  }

  /// Notes a reset of a loader: the records of all its requests must go, with all values until now.
  func resets() {
    let serial = run.serial
    state.withLock { state in
      for request in [state.last, state.held, state.loaded] { state.remove(request, upTo: serial) }
      (state.last, state.held, state.loaded) = (nil, nil, nil)
    }
  }

  /// Notes an invalidation of a key of a cache, whose value may be in memory or not.
  func invalidates(_ key: Int) {
    let serial = run.serial
    state.withLock { state in
      state.requests[key, default: Request()].isStale = true
      state.requests[key, default: Request()].invalidated = serial
    }
  }

  /// Returns whether the value of a request was invalidated after its load; `nil` if unknown.
  func isStale(_ request: Int) -> Bool? { state.withLock { $0.requests[request]?.isStale } }

  /// Notes the removal of a key of a cache.
  func removes(_ key: Int) {
    let serial = run.serial
    state.withLock { $0.remove(key, upTo: serial) }
  }

  // MARK: States

  /// Checks a published state.
  func sees(_ new: LoadState<Int>) {
    run.trace("  \(new)")
    let now = run.wallClock.now()
    checking { state in
      switch new {
      case .notRequested: break
      case .loading(let loading):
        if let value = loading.previous { state.sees(value, loading.savedAt, isSettled: false) }
        if loading.cause != .load { state.loaded = state.last }
      case .loaded(let value):
        let number = SavedNumber(value)
        if state.dates[number.serial] == nil {
          state.dates[number.serial] = now
          state.loads(number)
        }
        state.sees(value, nil, isSettled: true)
      case .failed(let failed):
        if state.isCancelling { state.last = state.failed } else { state.failed = state.last }
        state.held = nil
        if let value = failed.previous { state.sees(value, failed.savedAt, isSettled: true) }
      }
    }
  }

  // MARK: Records

  func startReading(_ key: String) {}

  func startSaving(_ record: ResourceRecord, for key: String) {
    guard let number = SavedNumber(record) else { return run.break("unreadable record of \(key)") }
    checking { state in
      if "v/\(number.request)" != key { state.fail("\(number) is written to \(key)") }
      if number.serial <= state.requests[number.request]?.retired ?? 0 {
        state.fail("\(number) is written after a reset")
      }
    }
  }

  func startProcess(_ records: [String: ResourceRecord], isCrash: Bool) {
    checking { state in
      (state.last, state.held, state.loaded) = (nil, nil, nil)
      for request in RestartScript.requests {
        let number = SavedNumber(records["v/\(request)"])
        let before = state.requests[request] ?? Request()
        if let number, state.dates[number.serial] == nil {
          state.fail("\(number) was never loaded or set")
        }
        // A removal that the end of the process has prevented leaves an old record.
        let retired = number.map { min(before.retired, $0.serial - 1) } ?? before.retired
        // A mark that the end of the process has prevented is missing.
        let isStale = isCrash ? nil : before.isStale
        let saved = number.map { [$0.value] } ?? []
        state.requests[request] = Request(saved: saved, retired: retired, isStale: isStale)
      }
    }
  }

  func check(_ record: ResourceRecord?, of request: Int) {
    let found = SavedNumber(record)
    let expected = state.withLock { $0.requests[request]?.saved ?? [] }
    if let found, !expected.contains(found.value) {
      run.break("the record of \(request) is \(found), not one of \(expected)")
    }
    if found == nil, !expected.isEmpty {
      run.break("no record of \(request), but one of \(expected)")
    }
  }

  func text(_ record: ResourceRecord?) -> String { "\(SavedNumber(record)?.value ?? 0)" }

  /// Changes the state, and reports the first law that was broken.
  private func checking(_ body: (inout State) -> Void) {
    let broken = state.withLock { state in
      body(&state)
      return state.broken
    }
    if let broken { run.break(broken) }
  }
}

extension RestartWitness.State {
  mutating func fail(_ text: String) { broken = broken ?? text }

  /// Notes a value that was loaded: it is stale if it was requested before an invalidation.
  mutating func loads(_ number: SavedNumber) {
    guard let request = requests[number.request] else { return }
    // A load that was invalidated during its read calls the server after that.
    let isKnown = request.isStale == false || number.serial <= request.invalidated
    requests[number.request]?.isStale = isKnown ? number.serial <= request.invalidated : nil
  }

  mutating func remove(_ request: Int?, upTo serial: Int) {
    guard let request else { return }
    requests[request] = RestartWitness.Request(saved: [], retired: serial)
  }

  mutating func sees(_ value: Int, _ savedAt: Date?, isSettled: Bool) {
    let number = SavedNumber(value)
    (last, held) = (number.request, number.request)
    var request = requests[number.request] ?? RestartWitness.Request()
    if number.serial <= request.retired { fail("\(number) is shown after a reset") }
    if let savedAt, savedAt != dates[number.serial] {
      fail("\(number) was saved at \(savedAt), not at \(dates[number.serial].debugDescription)")
    }
    if isSettled {
      request.saved = [value]
    } else if !request.saved.contains(value) {
      request.saved.append(value)
    }
    requests[number.request] = request
  }
}
