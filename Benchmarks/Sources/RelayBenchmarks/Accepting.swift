import Measuring
import ReactiveLoadable

/// Fan-out of one value to many subscribers, in four ways.
struct Accepting<Value: Weighable> {
  let total = Total()
  let value: Value

  private func consume() -> @Sendable (Value) -> Void {
    { [total] in total.sum &+= $0.weight }
  }

  private func repetitions(_ count: Int) -> Int { max(200_000 / count, 20) }

  func relay(_ count: Int, name: String = "relay") -> Contender {
    let relay = BehaviorRelay(value)
    let handles = (0..<count).map { _ in relay.sink(receiveValue: consume()) }
    return accepting(relay, handles, name, count)
  }

  /// OpenCombine's own `Sink` on a relay.
  func combineSink(_ count: Int, name: String = "OpenCombine Sink on relay") -> Contender {
    let relay = BehaviorRelay(value)
    let handles = (0..<count).map { _ in
      let sink = Subscribers.Sink<Value, Never>(
        receiveCompletion: { _ in },
        receiveValue: consume()
      )
      relay.subscribe(sink)
      return AnyCancellable(sink)
    }
    return accepting(relay, handles, name, count)
  }

  func subject(_ count: Int, name: String = "CurrentValueSubject") -> Contender {
    let subject = CurrentValueSubject<Value, Never>(value)
    let handles = (0..<count).map { _ in subject.sink(receiveValue: consume()) }
    return Contender(name, repetitions: max(repetitions(count) / 10, 5)) { [value] in
      for _ in 0..<$0 { subject.send(value) }
      withExtendedLifetime(handles) {}
    }
  }

  func loop(_ count: Int, name: String = "closure loop") -> Contender {
    var closures: [@Sendable (Value) -> Void] = []
    for _ in 0..<count { closures.append(consume()) }
    return Contender(name, repetitions: repetitions(count)) { [value, closures] in
      for _ in 0..<$0 {
        for closure in closures { closure(value) }
      }
    }
  }

  private func accepting(
    _ relay: BehaviorRelay<Value>,
    _ handles: [AnyCancellable],
    _ name: String,
    _ count: Int
  ) -> Contender {
    Contender(name, repetitions: repetitions(count)) { [value] in
      for _ in 0..<$0 { relay.accept(value) }
      withExtendedLifetime(handles) {}
    }
  }
}

extension Accepting<Int> {
  static var int: Self { Self(value: 1) }
}

extension Accepting<Payload> {
  static var payload: Self { Self(value: .loaded([1, 2, 3])) }
}
