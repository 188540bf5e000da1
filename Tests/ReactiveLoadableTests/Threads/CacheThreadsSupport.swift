import Foundation
import ReactiveLoadable

/// An interest that either of two threads drops.
final class HeldInterest: @unchecked Sendable {
  // SAFETY: both are touched only while the lock is held.
  private var interest: LoadInterest<Int, Int, Never>?
  private var subscription: AnyCancellable?
  private let lock = NSLock()

  init(_ interest: LoadInterest<Int, Int, Never>) { self.interest = interest }

  func dropWhenLoaded() {
    let subscription = lock.withLock { interest }?.states.sink { [weak self] in
      if !$0.isLoading { self?.drop() }
    }
    lock.withLock { self.subscription = subscription }
  }

  /// Drops the interest; when it returns the interest has ended, also if another thread was
  /// dropping it.
  func drop() {
    lock.withLock {
      let held = (interest.take(), subscription.take())
      withExtendedLifetime(held) {}
    }
  }
}

/// A value with an action in its deinit.
final class Ending: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

/// A key with an action in its deinit.
final class EndingKey: Hashable, Sendable {
  let number: Int
  private let end: @Sendable () -> Void

  init(_ number: Int, _ end: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.end = end
  }

  deinit { end() }

  static func == (one: EndingKey, other: EndingKey) -> Bool { one.number == other.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The cache that the deinit of values and keys calls.
final class WeakCache: @unchecked Sendable {
  // SAFETY: set before the threads start.
  weak var cache: LoaderCache<EndingKey, Ending, Never>?

  func touch(_ number: Int) {
    guard let cache else { return }
    _ = cache.value(for: EndingKey(number))
    cache.remove(EndingKey(number + 1))
    cache.interest(in: EndingKey(number % 12), at: .low).cancel()
  }
}
