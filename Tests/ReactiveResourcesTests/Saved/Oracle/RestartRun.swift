import Foundation
import ReactiveLoadable
import ReactiveResources

/// The run of a script: its clocks, the numbers of its values, and the first law that was broken.
final class RestartRun: Sendable {
  let script: RestartScript
  let clock: any Clock<Duration>
  let wallClock: WallClock
  private let state = Lock((serial: 0, calls: 0, broken: String?.none))

  init(_ script: RestartScript, _ clock: some Clock<Duration>) {
    self.script = script
    self.clock = clock
    wallClock = WallClock(from: clock)
  }

  var broken: String? { state.withLock { $0.broken } }
  /// The number of calls of the load function.
  var calls: Int { state.withLock { $0.calls } }
  /// The number of the last load or set.
  var serial: Int { state.withLock { $0.serial } }

  /// Returns the number of a load or set that begins now.
  func nextSerial(isCall: Bool = false) -> Int {
    state.withLock {
      $0.serial += 1
      if isCall { $0.calls += 1 }
      return $0.serial
    }
  }

  /// Performs a call of the load function, which may fail, and returns its number.
  func call(_ begin: (_ serial: Int) -> Void = { _ in }) async throws -> Int {
    let serial = nextSerial(isCall: true)
    begin(serial)
    let call = script.call(serial, of: 1)
    try await clock.sleep(for: call.time)
    if call.fails { throw RestartFailure() }
    return serial
  }

  func `break`(_ text: String) { state.withLock { $0.broken = $0.broken ?? text } }

  /// Prints a step of a script, if the variable `RESTART_TRACE` exists.
  func trace(_ text: @autoclosure () -> String) {
    guard Self.traces else { return }
    print(wallClock.now().timeIntervalSinceReferenceDate, text())
  }

  private static let traces = ProcessInfo.processInfo.environment["RESTART_TRACE"] != nil
}

struct RestartFailure: Error, Equatable {}

/// What the records of a script must be, by the published states and the contract alone.
protocol RestartModel: AnyObject, Sendable {
  /// Checks a read that starts.
  func startReading(_ key: String)

  /// Checks a write that starts.
  func startSaving(_ record: ResourceRecord, for key: String)

  /// Starts from the records that a process finds; `isCrash` if operations may have run.
  func startProcess(_ records: [String: ResourceRecord], isCrash: Bool)

  /// Checks the record of a request after all writes.
  func check(_ record: ResourceRecord?, of request: Int)

  /// The text of a record for a trace.
  func text(_ record: ResourceRecord?) -> String
}

/// The first load of a request in a process.
protocol RestartFirstLoad {
  /// Checks the states after the end of the load.
  func check()
}
