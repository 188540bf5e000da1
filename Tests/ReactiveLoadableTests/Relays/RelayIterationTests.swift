import AsyncAlgorithms
import LoadableTesting
import ReactiveLoadable
import Testing

@Suite struct `Relays next to AsyncAlgorithms` {
  @Test func `operators of the publisher stay unambiguous`() {
    marbles { m in
      let relay = BehaviorRelay(0)
      m.hot("-1123") { relay.accept(Int($0) ?? 0) }
      let publisher: some Publisher<String, Never> = relay.removeDuplicates().dropFirst()
        .map { "\($0)" }
      m.expect(publisher, "-1-23")
      let prefix: some Publisher<Int, Never> = relay.prefix(1)
      m.expect(prefix.first().map { "\($0)" }, "(0|)")
      let first: some Publisher<String, Never> = relay.readOnly.first(where: { $0 == 2 })
        .map { "\($0)" }
      m.expect(first, "---(2|)")
    }
  }

  @Test func `the values of a relay are iterated by its elements`() async {
    let relay = BehaviorRelay(1)
    for await value in relay.readOnly.elements {
      #expect(value == 1)
      break
    }
  }
}
