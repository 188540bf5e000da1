import Foundation
import ReactiveResources

/// A folder that is removed with the last who holds it.
final class ScratchFolder: Sendable {
  let url = URL.temporaryDirectory.appending(
    path: "disk-cache-\(UUID())",
    directoryHint: .isDirectory
  )

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in it, without the lock.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0 != "lock" }.sorted()
  }

  /// The only file in it.
  var file: URL? { names.count == 1 ? url.appending(path: names[0]) : nil }

  func put(_ bytes: Data, as name: String) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try bytes.write(to: url.appending(path: name))
  }
}

/// The date, moved by hand; starts with 1970.
///
/// Not behind a `Mutex`, which the thread sanitizer does not see through on Linux.
final class HandDate: @unchecked Sendable {
  // SAFETY: the seconds are touched only while the lock is held.
  private var seconds = 0.0
  private let lock = NSLock()

  var clock: WallClock {
    WallClock { Date(timeIntervalSince1970: self.lock.withLock { self.seconds }) }
  }

  func advance(by seconds: Double) { lock.withLock { self.seconds += seconds } }
}

/// Lets file calls through, or fails or holds those of one step.
///
/// Holding blocks the queue of the cache, and that one only.
final class FileSteps: @unchecked Sendable {
  private struct State {
    var failing: DiskStep?
    var held: DiskStep?
    var counts: [DiskStep: Int] = [:]
  }

  // SAFETY: the state is touched only while the lock is held.
  private var state = State()
  private let lock = NSLock()
  private let arrived = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  var watch: DiskWatch { DiskWatch { step throws(FileFault) in try self.pass(step) } }

  func count(of step: DiskStep) -> Int { lock.withLock { state.counts[step, default: 0] } }
  func fail(_ step: DiskStep?) { lock.withLock { state.failing = step } }
  func hold(_ step: DiskStep) { lock.withLock { state.held = step } }

  /// Does something while a step is held; a test whose time is over gets its step released.
  func holding(_ step: DiskStep, _ body: () async throws -> Void) async throws {
    hold(step)
    try await withTaskCancellationHandler(operation: body) {
      arrived.signal()
      released.signal()
    }
  }

  /// Returns when the held step has come.
  func arrival() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrived.wait()
        continuation.resume()
      }
    }
  }

  /// Lets the held step go on; the next ones pass.
  func release() { released.signal() }

  private func pass(_ step: DiskStep) throws(FileFault) {
    let (fails, holds) = lock.withLock {
      state.counts[step, default: 0] += 1
      defer { if state.held == step { state.held = nil } }
      return (state.failing == step, state.held == step)
    }
    if holds {
      arrived.signal()
      released.wait()
    }
    if fails { throw FileFault(code: ENOSPC) }
  }
}

extension ResourceRecord {
  /// A record of a text.
  static func text(_ text: String) -> ResourceRecord { ResourceRecord(body: Data(text.utf8)) }

  /// A record with so many bytes of body.
  static func bytes(_ count: Int) -> ResourceRecord {
    ResourceRecord(body: Data(repeating: 7, count: count))
  }
}
