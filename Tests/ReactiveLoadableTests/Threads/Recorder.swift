import Foundation
import ReactiveLoadable
import Synchronization

/// A subscriber that records received values and violations of the contract.
///
/// Its log has no lock: with it the thread sanitizer proves that one thread at a time is inside.
final class Recorder: Subscriber, @unchecked Sendable {
  // SAFETY: only the relay calls in, never two threads at a time; tests read when all have joined.
  typealias Failure = Never
  private(set) var log: [Int] = []
  private(set) var faults: [String] = []
  /// The values read before and after the subscription.
  var bounds = (before: 0, after: 0)
  var handle: AnyCancellable?
  var subscription: (any Subscription)?
  var hook: ((Int) -> Void)?
  private let first: Int
  private let more: Int
  private let calls = Atomic<Int>(0)
  private let finishes = Atomic<Int>(0)
  private let cancellingThread = Atomic<UInt>(0)
  private let hasSeen = Atomic<Bool>(false)

  init(first: Int = 0, more: Int = 0) {
    self.first = first
    self.more = more
  }

  /// True if each value is followed by more demand.
  var requestsMore: Bool { more > 0 }
  var isCancelled: Bool { cancellingThread.load(ordering: .relaxed) != 0 }
  var finishCount: Int { finishes.load(ordering: .relaxed) }
  var hasFirst: Bool { hasSeen.load(ordering: .relaxed) }

  func note(_ value: Int) {
    if calls.add(1, ordering: .relaxed).oldValue != 0 { faults.append("two calls at a time") }
    if isOnCancellingThread { faults.append("delivery on the thread that cancelled") }
    if finishCount > 0 { faults.append("a value after the end") }
    log.append(value)
    hasSeen.store(true, ordering: .relaxed)
    hook?(value)
    calls.subtract(1, ordering: .relaxed)
  }

  func cancel() {
    handle?.cancel()
    subscription?.cancel()
    cancellingThread.store(Self.thread, ordering: .relaxed)
  }

  /// Subscribes with closures, which have unlimited demand.
  func sink(on relay: BehaviorRelay<Int>) {
    handle = relay.sink(
      receiveCompletion: { self.receive(completion: $0) },
      receiveValue: { self.note($0) }
    )
  }

  private var isOnCancellingThread: Bool {
    cancellingThread.load(ordering: .relaxed) == Self.thread
  }

  private static var thread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue) }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if first > 0 { subscription.request(.max(first)) }
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    note(value)
    return .max(more)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    if finishes.add(1, ordering: .relaxed).newValue > 1 { faults.append("finished twice") }
    if isOnCancellingThread { faults.append("finished after it was cancelled") }
  }
}
