import Foundation
import ReactiveResources

/// A date that stays constant until the test changes it.
final class SettableDate: @unchecked Sendable {
  // SAFETY: touched only while the lock is held.
  private var date: Date
  private let lock = NSLock()

  init(_ date: Date = .start) { self.date = date }

  var now: Date { lock.withLock { date } }
  var clock: WallClock { WallClock { self.now } }
  func advance(_ seconds: Double) { lock.withLock { date += seconds } }
}

extension Date {
  /// The first date of the tests: Sun, 06 Nov 1994 08:49:37 GMT.
  static let start = Date(timeIntervalSince1970: 784_111_777)
}
