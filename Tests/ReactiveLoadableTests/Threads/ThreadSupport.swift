import Foundation
import Testing

/// Runs `body` on real threads, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      body(index)
      group.leave()
    }
    thread.start()
  }
  group.wait()
}

/// Runs `body`, which waits for tasks, outside the threads of tasks.
///
/// A machine with two cores has two threads for all tasks: two tests that block them wait forever
/// for other tasks.
func onOwnThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread {
      body()
      continuation.resume()
    }.start()
  }
}

/// How much work the thread-safety tests do.
///
/// The environment variable `RELAY_STRESS` multiplies it; 1 takes a few seconds in a debug build.
enum Stress {
  static let factor = environment["RELAY_STRESS"].flatMap(Int.init) ?? 1

  /// True if the environment variable `PLANT_A_RACE` is set, which plants a race that must be reported.
  static let plantsRace = environment["PLANT_A_RACE"] != nil

  /// The time in seconds after which a value counts as lost.
  ///
  /// Even on a busy machine with the thread sanitizer, values arrive much earlier.
  static let longestWait = 300.0

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

/// One reference for each of two threads; the object is released with both.
final class Share<Object: Sendable>: @unchecked Sendable {
  // SAFETY: each thread touches its own property only.
  private var first: Object?
  private var second: Object?

  init(_ object: Object?) { (first, second) = (object, object) }

  func take(_ id: Int) -> Object? { id == 0 ? first.take() : second.take() }
}
