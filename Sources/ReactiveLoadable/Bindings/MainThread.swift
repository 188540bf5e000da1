import Foundation
import ReactiveRelays
import Synchronization

/// The main thread of the process.
enum MainThread {
  /// The identity of the main thread; 0 until code has asked on it.
  // NB: `Thread.isMainThread` is a system call on Linux: 250 ns.
  private static let identity = Atomic<UInt>(0)

  /// True if the caller is on the main thread, and in no task.
  ///
  /// Then it is on the main actor by the rule of the runtime, which `MainActor.assumeIsolated` and
  /// `Task.immediate` follow: outside of Swift concurrency, the main thread is the main actor.
  /// In a task the thread says nothing: code that is isolated to no actor, such as a load function,
  /// may run on the main thread up to its first suspension, and the main actor may have a custom
  /// executor.
  static var isCurrentOutsideTasks: Bool {
    guard isCurrent else { return false }
    // Without a pattern, the comparison with `nil` costs 250 instructions more.
    if case .some = Task.basePriority { return false }
    return true
  }

  private static var isCurrent: Bool {
    let known = identity.load(ordering: .relaxed)
    if known != 0 { return known == ThreadIdentity.current }
    guard Thread.isMainThread else { return false }
    identity.store(ThreadIdentity.current, ordering: .relaxed)
    return true
  }
}
