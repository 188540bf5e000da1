import Measuring
import ReactiveLoadable
import Synchronization

/// Reads of the current value, compared with a bare lock and a subject.
struct Reading<Value: Weighable> {
  let total = Total()
  let value: Value
  let repetitions = 500_000

  func relay() -> Contender {
    let relay = BehaviorRelay(value)
    return Contender("relay", repetitions: repetitions) { [total] in
      for _ in 0..<$0 { total.sum &+= relay.value.weight }
    }
  }

  func lock() -> Contender {
    let lock = Guarded(value)
    return Contender("bare lock", repetitions: repetitions) { [total] in
      for _ in 0..<$0 { total.sum &+= lock.value.weight }
    }
  }

  func subject() -> Contender {
    let subject = CurrentValueSubject<Value, Never>(value)
    return Contender("CurrentValueSubject", repetitions: repetitions / 4) { [total] in
      for _ in 0..<$0 { total.sum &+= subject.value.weight }
    }
  }
}

private final class Guarded<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
  var value: Value { mutex.withLock { $0 } }
}
