import ReactiveLoadable
import Testing

@Suite("R1 Accepting never fails")
struct R1AcceptingTests {
  @Test func `an upstream that finishes leaves the relay working`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    let binding = [1, 2].publisher.bind(to: relay)
    relay.accept(3)
    #expect(log.entries == [0, 1, 2, 3])
    withExtendedLifetime((subscription, binding)) {}
  }

  @Test func `an upstream that fails leaves the relay working and reports the failure`() {
    struct Broken: Error, Equatable {}
    let upstream = PassthroughSubject<Int, Broken>()
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let failures = Log<Broken>()
    let subscription = relay.sink { log.note($0) }
    let binding = upstream.bind(to: relay) { failures.note($0) }
    upstream.send(1)
    upstream.send(completion: .failure(Broken()))
    upstream.send(2)
    relay.accept(3)
    #expect(log.entries == [0, 1, 3])
    #expect(failures.entries == [Broken()])
    withExtendedLifetime((subscription, binding)) {}
  }

  @Test func `an upstream that may fail but finishes reports nothing`() {
    struct Broken: Error {}
    let upstream = PassthroughSubject<Int, Broken>()
    let relay = PublishRelay<Int>()
    let failures = Log<Broken>()
    let binding = upstream.bind(to: relay) { failures.note($0) }
    upstream.send(completion: .finished)
    #expect(failures.entries.isEmpty)
    withExtendedLifetime(binding) {}
  }

  @Test func `dropping a binding stops it`() {
    let upstream = PassthroughSubject<Int, Never>()
    let relay = BehaviorRelay(0)
    var binding: AnyCancellable? = upstream.bind(to: relay)
    upstream.send(1)
    binding = nil
    upstream.send(2)
    #expect(relay.value == 1)
    #expect(binding == nil)
  }

  @Test func `a relay binds to a raw subject, in order, with the current value first`() {
    let relay = BehaviorRelay(1)
    let subject = CurrentValueSubject<Int, Never>(0)
    let log = Log<Int>()
    let logging = subject.sink { log.note($0) }
    let feeding = relay.subscribe(subject)
    relay.accept(2)
    #expect(log.entries == [0, 1, 2])
    withExtendedLifetime((logging, feeding)) {}
  }

  @Test func `a relay binds to a pass-through subject`() {
    let relay = PublishRelay<Int>()
    let subject = PassthroughSubject<Int, Never>()
    let log = Log<Int>()
    let logging = subject.sink { log.note($0) }
    let feeding = relay.readOnly.subscribe(subject)
    relay.accept(1)
    #expect(log.entries == [1])
    withExtendedLifetime((logging, feeding)) {}
  }

  @Test func `a raw subject that has a value binds to a relay, and its end ends nothing`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let relay = ReplayRelay<Int>(capacity: 9)
    let log = Log<Int>()
    let binding = subject.bind(to: relay)
    subject.send(2)
    subject.send(completion: .finished)
    relay.accept(3)
    let subscription = relay.sink { log.note($0) }
    #expect(log.entries == [1, 2, 3])
    withExtendedLifetime((binding, subscription)) {}
  }

  @Test func `operators of Combine or OpenCombine work on relays`() {
    let relay = BehaviorRelay(1)
    let log = Log<Int>()
    let subscription = relay.map { $0 * 10 }.filter { $0 > 10 }.sink { log.note($0) }
    relay.accept(2)
    relay.accept(3)
    #expect(log.entries == [20, 30])
    withExtendedLifetime(subscription) {}
  }
}
