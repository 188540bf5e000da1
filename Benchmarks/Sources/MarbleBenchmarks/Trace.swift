import Foundation
import LoadableTesting

/// The values of one run with their times.
final class Trace: @unchecked Sendable {
  // SAFETY: a run is on one thread.
  private(set) var text = ""

  func note(_ value: String, at time: Duration) -> String {
    text += "\(time) \(value)\n"
    return value
  }
}

/// Counts different traces in many runs; a deterministic test has only one trace.
enum Traces {
  /// Performs the runs in sequence, while a thread keeps another core busy.
  static func whileBusy(runs: Int) -> Int {
    let other = BusyThread()
    defer { other.stop() }
    return distinct(runs).count
  }

  static func atOnce(threads: Int, runs: Int) -> Int {
    let all = Guarded<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      let own = distinct(runs)
      all.withLock { $0.formUnion(own) }
    }
    return all.withLock { $0.count }
  }

  private static func distinct(_ runs: Int) -> Set<String> {
    var traces: Set<String> = []
    for _ in 0..<runs {
      let trace = Trace()
      marbles { m in Search.test(m, trace: trace) }
      traces.insert(trace.text)
    }
    return traces
  }
}

private final class BusyThread: Sendable {
  private let isOver = Guarded(false)

  init() {
    Thread { [isOver] in while !isOver.withLock({ $0 }) {} }.start()
  }

  func stop() { isOver.withLock { $0 = true } }
}

/// A value that several threads share.
private final class Guarded<Value>: @unchecked Sendable {
  // SAFETY: the value is accessed only with the lock held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
