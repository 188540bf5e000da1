import Foundation
import IssueReporting
import MarbleTesting
import Synchronization
import TestSupport

/// A continuation that a test opens.
final class Gate: Sendable {
  private let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)

  func wait() async {
    await withCheckedContinuation { continuation in
      self.continuation.withLock { $0 = continuation }
    }
  }

  func open(onAnotherThread isElsewhere: Bool = false) {
    let continuation = continuation.withLock { $0 }
    if isElsewhere {
      MarbleTestingTests.onAnotherThread { continuation?.resume() }
    } else {
      continuation?.resume()
    }
  }
}

final class Witness: Sendable {
  private let state = Mutex(false)
  var hasSeen: Bool { state.withLock { $0 } }
  func see() { state.withLock { $0 = true } }
}

// SAFETY: the tests pass it between threads once, while the other thread waits.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

@inline(never)
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}

/// Performs a run on another thread, and reports its failures here.
func reportingOnAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let found = Log<Failure>()
  onAnotherThread {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        body()
      }
    }
    for failure in failures { found.note(failure) }
  }
  for failure in found.entries { reportIssue(failure.text) }
}

/// Performs an action in its deinit.
// SAFETY: the action runs once, when the last reference is released.
final class AtEnd: @unchecked Sendable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  deinit { action() }
}
