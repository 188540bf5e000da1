import TestSupport

/// Loads that run until they are cancelled.
final class RunningLoads: Sendable {
  private let changes = Log<(key: Int, by: Int)>()
  private let gate = Gate()

  /// The number of running loads of each key.
  var counts: [Int: Int] {
    changes.entries.reduce(into: [:]) { $0[$1.key, default: 0] += $1.by }.filter { $0.value != 0 }
  }

  /// Loads until it is cancelled, or all are released.
  func load(_ key: Int) async {
    changes.note((key, 1))
    await withTaskCancellationHandler {
      await gate.wait()
    } onCancel: {
      changes.note((key, -1))
    }
  }

  func release() { gate.open() }
}

extension Sequence<Int> {
  /// The number of each element.
  var counts: [Int: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
