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
final class RestartWitness: Sendable {
  struct Request {
    /// The values that the record may have when nothing runs; empty if there must be no record.
    ///
    /// The last settled one comes first, then edits of it during a load.
    var saved: [Int] = []
    /// Values up to this number must not be shown or written: they were loaded before a reset.
    var retired = 0
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
    var serial = 0
    var calls = 0
    var broken: String?
  }

  private let state = Lock(State())
  let wallClock: WallClock

  init(_ wallClock: WallClock) { self.wallClock = wallClock }

  var broken: String? { state.withLock { $0.broken } }
  var calls: Int { state.withLock { $0.calls } }
  /// The request of the last load or value since a reset.
  var last: Int? { state.withLock { $0.last } }

  func `break`(_ text: String) { state.withLock { $0.broken = $0.broken ?? text } }

  func request(_ number: Int) -> Request { state.withLock { $0.requests[number] ?? Request() } }

  func date(of value: Int) -> Date? { state.withLock { $0.dates[SavedNumber(value).serial] } }

  /// Prints a step of a script, if the variable `RESTART_TRACE` exists.
  func trace(_ text: @autoclosure () -> String) {
    guard Self.traces else { return }
    print(wallClock.now().timeIntervalSinceReferenceDate, text())
  }

  private static let traces = ProcessInfo.processInfo.environment["RESTART_TRACE"] != nil

  // MARK: Calls

  /// Returns the number of a load or set that begins now.
  func nextSerial(isCall: Bool = false) -> Int {
    state.withLock {
      $0.serial += 1
      if isCall { $0.calls += 1 }
      return $0.serial
    }
  }

  func loads(_ request: Int) { state.withLock { ($0.last, $0.loaded) = (request, request) } }

  /// Calls a function that cancels a load.
  func cancels(_ cancel: () -> Void) {
    state.withLock { $0.isCancelling = true }
    cancel()
    state.withLock { $0.isCancelling = false }
  }

  /// Notes that a value is set now.
  func sets(_ value: SavedNumber) {
    let now = wallClock.now()
    state.withLock { $0.dates[value.serial] = now }
  }

  /// Notes a reset of a loader: the records of all its requests must go, with all values until now.
  func resets() {
    state.withLock { state in
      for request in [state.last, state.held, state.loaded] { state.remove(request) }
      (state.last, state.held, state.loaded) = (nil, nil, nil)
    }
  }

  /// Notes the removal of a key of a cache.
  func removes(_ key: Int) { state.withLock { $0.remove(key) } }

  // MARK: States

  /// Checks a published state.
  func sees(_ new: LoadState<Int>) {
    trace("  \(new)")
    let now = wallClock.now()
    state.withLock { state in
      switch new {
      case .notRequested: break
      case .loading(let loading):
        if let value = loading.previous { state.sees(value, loading.savedAt, isSettled: false) }
        if loading.cause != .load { state.loaded = state.last }
      case .loaded(let value):
        let number = SavedNumber(value)
        if state.dates[number.serial] == nil { state.dates[number.serial] = now }
        state.sees(value, nil, isSettled: true)
      case .failed(let failed):
        if state.isCancelling { state.last = state.failed } else { state.failed = state.last }
        state.held = nil
        if let value = failed.previous { state.sees(value, failed.savedAt, isSettled: true) }
      }
    }
  }

  // MARK: Records

  /// Checks a write that starts.
  func startSaving(_ record: ResourceRecord, for key: String) {
    guard let number = SavedNumber(record) else { return `break`("unreadable record of \(key)") }
    state.withLock { state in
      if "v/\(number.request)" != key { state.fail("\(number) is written to \(key)") }
      if number.serial <= state.requests[number.request]?.retired ?? 0 {
        state.fail("\(number) is written after a reset")
      }
    }
  }

  /// Starts from the records that a process finds.
  func startProcess(_ records: [String: ResourceRecord]) {
    state.withLock { state in
      (state.last, state.held, state.loaded) = (nil, nil, nil)
      for request in RestartScript.requests {
        let number = SavedNumber(records["v/\(request)"])
        let before = state.requests[request] ?? Request()
        if let number, state.dates[number.serial] == nil {
          state.fail("\(number) was never loaded or set")
        }
        // A removal that the end of the process has prevented leaves an old record.
        let retired = number.map { min(before.retired, $0.serial - 1) } ?? before.retired
        state.requests[request] = Request(saved: number.map { [$0.value] } ?? [], retired: retired)
      }
    }
  }
}

extension RestartWitness.State {
  mutating func fail(_ text: String) { broken = broken ?? text }

  mutating func remove(_ request: Int?) {
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
