import Measuring
import ReactiveLoadable

/// Subscribing and cancelling while others stay subscribed.
enum Churning {
  static let others = [0, 10, 1_000, 10_000]
  static let repetitions = 20_000

  enum Place: String, CaseIterable {
    case first, middle, last, inside
  }

  static func relay(_ place: Place, _ count: Int) -> Contender {
    let total = Total()
    let relay = BehaviorRelay(0)
    let join = { relay.sink { total.sum &+= $0 } }
    var handles = (0..<count).map { _ in join() }
    let run: (Int) -> Void =
      switch place {
      case .last: { for _ in 0..<$0 { join().cancel() } }
      case .first, .middle: { handles.rotate($0, from: place == .first ? 0 : count / 2, join) }
      case .inside: { count in inside(relay) { for _ in 0..<count { join().cancel() } } }
      }
    return Contender("\(place.rawValue) \(count)", repetitions: repetitions) {
      run($0)
      withExtendedLifetime(handles) {}
    }
  }

  static func subject(_ count: Int) -> Contender {
    let total = Total()
    let subject = CurrentValueSubject<Int, Never>(0)
    let join = { subject.sink { total.sum &+= $0 } }
    let handles = (0..<count).map { _ in join() }
    return Contender("subject \(count)", repetitions: repetitions / 10) {
      for _ in 0..<$0 { join().cancel() }
      withExtendedLifetime(handles) {}
    }
  }

  /// Runs `work` inside a subscriber's callback.
  private static func inside(_ relay: BehaviorRelay<Int>, _ work: @escaping () -> Void) {
    let once = Once(work)
    let handle = relay.sink { if $0 == 1 { once.run() } }
    relay.accept(1)
    relay.accept(0)
    handle.cancel()
  }
}

private final class Once: @unchecked Sendable {
  // SAFETY: the benchmarks deliver on one thread.
  private var work: (() -> Void)?
  init(_ work: @escaping () -> Void) { self.work = work }
  func run() { work.take()?() }
}

extension [AnyCancellable] {
  /// Replaces subscriptions by new ones, one after the other, from the index `start` on.
  fileprivate mutating func rotate(_ times: Int, from start: Int, _ join: () -> AnyCancellable) {
    guard !isEmpty else {
      for _ in 0..<times { join().cancel() }
      return
    }
    var index = start
    for _ in 0..<times {
      self[index].cancel()
      self[index] = join()
      index = index + 1 == count ? 0 : index + 1
    }
  }
}
