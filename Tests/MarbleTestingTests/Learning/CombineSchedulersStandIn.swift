import CombineShim
import Foundation
import MarbleTesting

/// A small stand-in for the `TestScheduler` of combine-schedulers.
///
/// It compiles and runs the examples of the article. Written from the documentation of
/// combine-schedulers; its times are those of MarbleTesting.
enum CombineSchedulers {
  final class TestScheduler: Scheduler {
    typealias SchedulerTimeType = MarbleScheduler.SchedulerTimeType

    private(set) var now = SchedulerTimeType(offset: .zero)
    let minimumTolerance: MarbleScheduler.Interval = 0
    private var actions: [(date: SchedulerTimeType, sequence: Int, run: () -> Void)] = []
    private var count = 0

    func advance(by interval: MarbleScheduler.Interval = 0) {
      let end = now.advanced(by: interval)
      while let next = next(until: end) {
        now = next.date
        next.run()
      }
      now = end
    }

    func run() {
      while let next = next(until: nil) {
        now = max(now, next.date)
        next.run()
      }
    }

    private func next(until end: SchedulerTimeType?) -> (date: SchedulerTimeType, run: () -> Void)?
    {
      let first = actions.min { ($0.date, $0.sequence) < ($1.date, $1.sequence) }
      guard let first, end.map({ first.date <= $0 }) ?? true else { return nil }
      actions.removeAll { $0.sequence == first.sequence }
      return (first.date, first.run)
    }

    private func add(_ date: SchedulerTimeType, _ action: @escaping () -> Void) -> Int {
      count += 1
      actions.append((date, count, action))
      return count
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) { _ = add(now, action) }

    func schedule(
      after date: SchedulerTimeType,
      tolerance: MarbleScheduler.Interval,
      options: Never?,
      _ action: @escaping () -> Void
    ) { _ = add(date, action) }

    func schedule(
      after date: SchedulerTimeType,
      interval: MarbleScheduler.Interval,
      tolerance: MarbleScheduler.Interval,
      options: Never?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      var sequence = 0
      func repeatAction(at date: SchedulerTimeType) {
        sequence = add(date) {
          repeatAction(at: date.advanced(by: interval))
          action()
        }
      }
      repeatAction(at: date)
      return AnyCancellable { [self] in actions.removeAll { $0.sequence == sequence } }
    }
  }
}

extension DispatchQueue {
  static var test: CombineSchedulers.TestScheduler { CombineSchedulers.TestScheduler() }
}
