import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Objects of a subscription are released outside every lock and every exclusive access, so the
/// last owner may cancel the same subscription in its `deinit`.
@Suite("R8 Releasing objects of a subscription") @MainActor
struct R8ReleasingTests {
  private let handle = Box<AnyCancellable?>(nil)
  private let log = Log<String>()

  /// Cancels the subscription in its `deinit`.
  private var token: Token {
    Token { [handle, log] in
      handle.value?.cancel()
      log.note("released")
    }
  }

  @Test(arguments: Connection.allCases)
  func `an owner released in a cancel may cancel the same subscription`(_ kind: Connection) {
    let relay = BehaviorRelay(0)
    do { handle.value = kind.connect(relay, owning: token) }
    handle.value?.cancel()
    #expect(log.entries == ["released"])
    relay.accept(1)
  }

  @Test(arguments: Connection.allCases)
  func `an owner released with a dropped subscription`(_ kind: Connection) {
    let relay = BehaviorRelay(0)
    var dropped: AnyCancellable?
    do { dropped = kind.connect(relay, owning: token) }
    dropped = nil
    #expect(log.entries == ["released"])
    #expect(dropped == nil)
  }

  @Test(arguments: Connection.allCases)
  func `an owner released with a set of subscriptions`(_ kind: Connection) {
    let relay = BehaviorRelay(0)
    var set = Set<AnyCancellable>()
    do { kind.connect(relay, owning: token).store(in: &set) }
    set = []
    #expect(log.entries == ["released"])
    #expect(set.isEmpty)
  }

  @Test(arguments: Connection.allCases)
  func `an owner released in the deinit of another owner`(_ kind: Connection) {
    final class Owner {
      let subscription: AnyCancellable
      init(_ subscription: AnyCancellable) { self.subscription = subscription }
    }
    let relay = BehaviorRelay(0)
    var owner: Owner?
    do { owner = Owner(kind.connect(relay, owning: token)) }
    owner = nil
    #expect(log.entries == ["released"])
    #expect(owner == nil)
  }

  @Test(arguments: Connection.allCases)
  func `an owner released by a cancel inside a value`(_ kind: Connection) {
    let relay = BehaviorRelay(0)
    let early = relay.sink { [handle] in if $0 == 1 { handle.value?.cancel() } }
    do { handle.value = kind.connect(relay, owning: token) }
    relay.accept(1)
    #expect(log.entries == ["released"])
    withExtendedLifetime(early) {}
  }

  @Test(arguments: Connection.allCases)
  func `an owner released by a cancel inside the replay`(_ kind: Connection) {
    let relay = BehaviorRelay(0)
    do { handle.value = kind.connect(relay, owning: token) }
    let inner = relay.sink { [handle] _ in handle.value?.cancel() }
    #expect(log.entries == ["released"])
    withExtendedLifetime(inner) {}
  }

  @Test(.needsImmediateTasks, arguments: Connection.allCases)
  func `an owner released at the end of the relay`(_ kind: Connection) {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
    do { handle.value = relay.map { kind.connect($0, owning: token) } }
    relay = nil
    #expect(log.entries == ["released"])
    handle.value?.cancel()
  }
}

/// The ways to connect to a relay, with an owner that only the connection retains.
@MainActor
enum Connection: CaseIterable {
  case sink, completingSink, view, operators, bind, bindOperators, steadied
  case mainActor, twoWay

  func connect(_ relay: BehaviorRelay<Int>, owning token: Token) -> AnyCancellable {
    switch self {
    case .sink: relay.sink { _ in withExtendedLifetime(token) {} }
    case .completingSink:
      relay.sink(
        receiveCompletion: { _ in withExtendedLifetime(token) {} },
        receiveValue: { _ in withExtendedLifetime(token) {} }
      )
    case .view: relay.readOnly.sink { _ in withExtendedLifetime(token) {} }
    case .operators:
      relay.map { $0 + 1 }.removeDuplicates().sink { _ in withExtendedLifetime(token) {} }
    case .bind: relay.bind(to: owner(of: token))
    case .bindOperators: relay.filter { $0 >= 0 }.bind(to: owner(of: token))
    case .steadied:
      relay.map { LoadState<Int>.loaded($0) }.steadied()
        .sink { _ in withExtendedLifetime(token) {} }
    case .mainActor: relay.sinkOnMainActor { _ in withExtendedLifetime(token) {} }
    case .twoWay: twoWay(relay, token)
    }
  }

  /// A relay whose subscriber is released with it.
  private func owner(of token: Token) -> some Relay<Int> {
    let relay = BehaviorRelay(0)
    relay.subscribe(
      Subscribers.Sink(
        receiveCompletion: { _ in withExtendedLifetime(token) {} },
        receiveValue: { _ in }
      )
    )
    return relay
  }

  /// Two relays of values that hold the token, the second of which ends before the binding does.
  private func twoWay(_ relay: BehaviorRelay<Int>, _ token: Token) -> AnyCancellable {
    let holder = BehaviorRelay(Held(number: 0, token: token))
    let other = BehaviorRelay(Held(number: 0, token: nil))
    let binding = holder.bindTwoWay(to: other)
    let feed = relay.sink(
      receiveCompletion: { _ in withExtendedLifetime((holder, other)) {} },
      receiveValue: { _ in withExtendedLifetime((holder, other)) {} }
    )
    return AnyCancellable {
      binding.cancel()
      feed.cancel()
    }
  }
}

private struct Held: Equatable, Sendable {
  let number: Int
  let token: Token?
  static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}

@Suite("R9 Objects retained by an ended subscription")
struct R9RetentionTests {
  private let released = Box(0)

  private func fill(_ relay: ReplayRelay<Token>) {
    for _ in 0..<100 { relay.accept(Token { [released] in released.value += 1 }) }
  }

  @Test func `a finished subscription retains no value of a replay relay`() {
    var relay: ReplayRelay<Token>? = ReplayRelay(capacity: 100)
    let subscription = relay?.sink { _ in }
    relay.map(fill)
    relay = nil
    #expect(released.value == 100)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a cancelled subscription retains no value of a replay relay`() {
    var relay: ReplayRelay<Token>? = ReplayRelay(capacity: 100)
    let subscription = relay?.sink { _ in }
    relay.map(fill)
    subscription?.cancel()
    relay = nil
    #expect(released.value == 100)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscription stored by its subscriber retains no value of a replay relay`() {
    var relay: ReplayRelay<Token>? = ReplayRelay(capacity: 100)
    let (finished, cancelled) = (Puller<Token>(first: .max(1)), Puller<Token>(first: .max(1)))
    relay?.subscribe(finished)
    relay?.subscribe(cancelled)
    finished.pull(.unlimited)
    relay.map(fill)
    #expect(finished.values.count == 100)
    cancelled.cancel()
    finished.forget()
    cancelled.forget()
    relay = nil
    #expect(released.value == 100)
    #expect(finished.finishes == 1)
    #expect(finished.dropped == 0)
    #expect(cancelled.dropped == 0)
  }

  @Test func `a binding of two relays ends with the first to end, and retains no value`() {
    var left: BehaviorRelay<Held>? = BehaviorRelay(
      Held(number: 0, token: Token { [released] in released.value += 1 })
    )
    let right = BehaviorRelay(Held(number: 0, token: nil))
    let binding = left?.bindTwoWay(to: right)
    left = nil
    #expect(released.value == 1)
    right.accept(Held(number: 1, token: nil))
    withExtendedLifetime(binding) {}
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a finished sink on the main actor releases its closure`() {
    var relay: PublishRelay<Int>? = PublishRelay()
    let log = Log<Int>()
    var subscription: AnyCancellable?
    do {
      let token = Token { [released] in released.value += 1 }
      subscription = relay?.sinkOnMainActor { value in
        withExtendedLifetime(token) { log.note(value) }
      }
    }
    relay?.accept(1)
    relay = nil
    #expect(log.entries == [1])
    #expect(released.value == 1)
    withExtendedLifetime(subscription) {}
  }
}
