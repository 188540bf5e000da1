import ReactiveLoadable
import Testing

@Suite("R12 Binding to optional values, and to several relays")
struct R12BindingTests {
  private struct Broken: Error, Equatable {}
  private let upstream = PassthroughSubject<Int, Never>()

  @Test func `values bind to a relay of optional values`() {
    let selection = BehaviorRelay<Int?>(nil)
    let binding = upstream.bind(to: selection)
    upstream.send(1)
    #expect(selection.value == 1)
    selection.accept(nil)
    #expect(selection.value == nil)
    withExtendedLifetime(binding) {}
  }

  @Test func `optional values bind unchanged`() {
    let (source, target) = (BehaviorRelay<Int?>(1), BehaviorRelay<Int?>(nil))
    let binding = source.bind(to: target)
    #expect(target.value == 1)
    source.accept(nil)
    #expect(target.value == nil)
    withExtendedLifetime(binding) {}
  }

  @Test func `several relays of any kind accept each value, in the order of the list`() {
    let (one, two, three) = (
      BehaviorRelay(0), PublishRelay<Int>(), ReplayRelay<Int>(capacity: 1)
    )
    let log = Log<String>()
    let logging = [
      three.sink { log.note("three \($0)") }, two.sink { log.note("two \($0)") },
      one.sink { log.note("one \($0)") },
    ]
    let binding = upstream.bind(to: one, two, three)
    upstream.send(5)
    upstream.send(6)
    #expect(log.entries == ["one 0", "one 5", "two 5", "three 5", "one 6", "two 6", "three 6"])
    binding.cancel()
    upstream.send(7)
    #expect(one.value == 6)
    withExtendedLifetime(logging) {}
  }

  @Test func `several relays of optional values accept each value, too`() {
    let (one, two) = (BehaviorRelay<Int?>(nil), BehaviorRelay<Int?>(nil))
    let binding = upstream.bind(to: one, two)
    upstream.send(5)
    #expect(one.value == 5)
    #expect(two.value == 5)
    withExtendedLifetime(binding) {}
  }

  @Test func `several relays share one subscription`() {
    let count = BehaviorRelay(0)
    let cold = Deferred {
      count.update { $0 += 1 }
      return [1].publisher
    }
    let (one, two) = (BehaviorRelay(0), BehaviorRelay(0))
    let binding = cold.bind(to: one, two)
    #expect(count.value == 1)
    #expect(two.value == 1)
    withExtendedLifetime(binding) {}
  }

  @Test func `a failure is received once, by one closure for all relays`() {
    let failing = PassthroughSubject<Int, Broken>()
    let (one, two) = (BehaviorRelay(0), BehaviorRelay(0))
    let (three, four) = (BehaviorRelay<Int?>(nil), BehaviorRelay<Int?>(nil))
    let failures = Log<Broken>()
    let bindings = [
      failing.bind(to: one, two) { failures.note($0) },
      failing.bind(to: three, four) { failures.note($0) },
    ]
    failing.send(5)
    failing.send(completion: .failure(Broken()))
    #expect(one.value + two.value == 10)
    #expect([three.value, four.value] == [5, 5])
    #expect(failures.entries == [Broken(), Broken()])
    withExtendedLifetime(bindings) {}
  }
}
