import Dispatch
import MarbleTesting

// The end of a check: it looks at what it has recorded until nothing is left.

extension LeftoverCheck {
  /// The smallest number of looks, so that a busy machine gets more time than the grace.
  private static let leastLooks = 20

  /// Returns the leftovers after at most the grace, in the order of creation.
  func leftovers(after grace: Duration) async -> [Leftover] {
    let start = ContinuousClock.now
    let longest = min(max(grace / Self.leastLooks, .microseconds(10)), .milliseconds(20))
    var exceptions = LeftoverExceptions(ignoredNames)
    var (looks, pause) = (0, min(.microseconds(100), longest))
    while exceptions.report(any: entries.entries.lazy.filter { [self] in isLeft($0.value) }) {
      looks += 1
      // Time must not pass in a marble run.
      let isLast = grace <= .zero || CallStack.isInRun
      if isLast || looks >= Self.leastLooks && start.duration(to: .now) >= grace {
        return exceptions.reported(of: entries.entries.filter { isLeft($0.value) })
      }
      await wait(for: pause)
      pause = min(pause * 2, longest)
    }
    return []
  }

  /// A failed marble run reports what it has left.
  private func isLeft(_ leftover: Leftover) -> Bool {
    !leftover.isReleased && leftover.isAlive() && !(leftover.isInRun && runHasFailed)
  }

  /// Waits, also in a cancelled task, while the actor of the caller is free.
  private func wait(for pause: Duration) async {
    let nanoseconds = Int(pause / .nanoseconds(1))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
        continuation.resume()
      }
    }
  }
}

/// The exceptions of a check: leftovers whose line has one of some names.
private struct LeftoverExceptions {
  private let names: [String]
  /// The results for exceptions, and for tasks, whose lines never change.
  private var known: [Int: Bool] = [:]

  /// An empty name would be a part of each line, so it has no effect.
  init(_ names: [String]) { self.names = names.filter { !$0.isEmpty } }

  /// Returns true if any of the leftovers is reported; reads no more of them than necessary.
  mutating func report(any all: some Sequence<(key: Int, value: Leftover)>) -> Bool {
    if names.isEmpty { return all.contains { _ in true } }
    var ignoresAny = false
    var tasks: [Int: Leftover] = [:]
    for (key, leftover) in all {
      if leftover.kind == .task {
        tasks[key] = leftover
      } else if isIgnored(leftover, key) {
        ignoresAny = true
      } else {
        return true
      }
    }
    // A leftover that is ignored explains the tasks that it has.
    return !ignoresAny && !tasks.isEmpty && !tasks.contains { isIgnored($0.value, $0.key) }
  }

  /// Returns the leftovers to report, in the order of creation.
  mutating func reported(of all: [Int: Leftover]) -> [Leftover] {
    let left = all.sorted { $0.key < $1.key }.filter { !isIgnored($0.value, $0.key) }.map(\.value)
    return left.count < all.count ? left.filter { $0.kind != .task } : left
  }

  private mutating func isIgnored(_ leftover: Leftover, _ key: Int) -> Bool {
    if names.isEmpty { return false }
    if let isIgnored = known[key] { return isIgnored }
    let line = leftover.line
    let isIgnored = names.contains { line.contains($0) }
    if isIgnored || leftover.kind == .task { known[key] = isIgnored }
    return isIgnored
  }
}
