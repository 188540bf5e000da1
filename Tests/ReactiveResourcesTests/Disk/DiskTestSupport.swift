import Foundation
import ReactiveResources

/// A folder that is removed with its last owner.
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

/// A settable date; the first one is 1970.
///
/// Without a `Mutex`, which the thread sanitizer does not support on Linux.
final class HandDate: @unchecked Sendable {
  // SAFETY: the seconds are touched only while the lock is held.
  private var seconds = 0.0
  private let lock = NSLock()

  var clock: WallClock {
    WallClock { Date(timeIntervalSince1970: self.lock.withLock { self.seconds }) }
  }

  func advance(by seconds: Double) { lock.withLock { self.seconds += seconds } }
}

/// Passes file calls, or fails or suspends those of one step.
///
/// Suspending blocks the queue of the cache, and that one only.
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

  var hooks: DiskHooks { DiskHooks { step throws(FileError) in try self.pass(step) } }

  func count(of step: DiskStep) -> Int { lock.withLock { state.counts[step, default: 0] } }
  func fail(_ step: DiskStep?) { lock.withLock { state.failing = step } }
  func hold(_ step: DiskStep) { lock.withLock { state.held = step } }

  /// Performs a closure while a step is suspended; a test that times out releases its step.
  func holding(_ step: DiskStep, _ body: () async throws -> Void) async throws {
    hold(step)
    try await withTaskCancellationHandler(operation: body) {
      arrived.signal()
      released.signal()
    }
  }

  /// Returns when the step is suspended.
  func arrival() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrived.wait()
        continuation.resume()
      }
    }
  }

  /// Resumes the suspended step; later ones pass.
  func release() { released.signal() }

  private func pass(_ step: DiskStep) throws(FileError) {
    let (fails, holds) = lock.withLock {
      state.counts[step, default: 0] += 1
      defer { if state.held == step { state.held = nil } }
      return (state.failing == step, state.held == step)
    }
    if holds {
      arrived.signal()
      released.wait()
    }
    if fails { throw FileError(code: ENOSPC) }
  }
}

extension ResourceRecord {
  /// A record of a text.
  static func text(_ text: String) -> ResourceRecord { ResourceRecord(body: Data(text.utf8)) }

  /// A record with a body of this length.
  static func bytes(_ count: Int) -> ResourceRecord {
    ResourceRecord(body: Data(repeating: 7, count: count))
  }
}
