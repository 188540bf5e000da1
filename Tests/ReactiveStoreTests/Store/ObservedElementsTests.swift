import CombineShim
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Cost of an action for observed elements of a list (S9)` {
  @Test func `an action outside a list compares no observed element of it`() {
    let looks = Log<Void>()
    let store = Store(Shop(looks, count: 100)) { Shopping() }
    let rows = (0..<100).map { store.scope(each: \.goods, id: $0, action: .element) }
    let before = looks.entries.count
    for _ in 0..<10 { store.send(.ring) }
    #expect(store.state.rings == 10)
    #expect(looks.entries.count == before)
    withExtendedLifetime(rows) {}
  }

  @Test func `a computed list outside an action compares no observed element`() {
    let looks = Log<Void>()
    let store = Store(Shop(looks, count: 100)) { Shopping() }
    let rows = (0..<100).map { store.scope(each: \.goodsOnSale, id: $0, action: .element) }
    let before = looks.entries.count
    for _ in 0..<10 { store.send(.ring) }
    #expect(looks.entries.count == before)
    withExtendedLifetime(rows) {}
  }

  @Test func `an action outside of a keyed collection compares no observed value of it`() {
    let looks = Log<Void>()
    let store = Store(Shop(looks, count: 100)) { Shopping() }
    let values = (0..<100).map { store.scope(each: \.known, key: $0, action: .value) }
    let before = looks.entries.count
    for _ in 0..<10 { store.send(.ring) }
    #expect(looks.entries.count == before)
    withExtendedLifetime(values) {}
  }

  @Test func `an action outside of it does not compare an optional part`() {
    let looks = Log<Void>()
    let store = Store(Shop(looks, count: 1)) { Shopping() }
    let guest = store.scope(ifPresent: \.guest, action: .itself)
    let before = looks.entries.count
    for _ in 0..<10 { store.send(.ring) }
    #expect(looks.entries.count == before)
    #expect(guest?.state.id == 7)
  }

  @Test
  func `an action within a list is published to the elements that it changes, and to no others`() {
    let seen = Log<String>()
    let store = Store(Shop(Log(), count: 10)) { Shopping() }
    let rows = (0..<10).map { store.scope(each: \.goods, id: $0, action: .element) }
    let subscriptions = rows.map {
      $0?.states.dropFirst().sink { seen.note("\($0.id)-\($0.price)") }
    }
    store.send(.price(3, 30))
    store.send(.ring)
    store.send(.price(3, 30))
    store.send(.price(4, 40))
    #expect(seen.entries == ["3-30", "4-40"])
    withExtendedLifetime((rows, subscriptions)) {}
  }

  @Test func `a scoped store created after all others were released publishes its changes`() {
    let store = Store(Shop(Log(), count: 2)) { Shopping() }
    for price in 1...3 {
      let seen = Log<Int>()
      let row = store.scope(each: \.goods, id: 1, action: .element)
      let other = store.scope(each: \.goodsOnSale, id: 1, action: .element)
      let subscriptions = [row, other].map { $0?.states.dropFirst().sink { seen.note($0.price) } }
      store.send(.price(1, price))
      #expect(seen.entries == [price, price])
      withExtendedLifetime((row, other, subscriptions)) {}
    }
    store.send(.price(1, 9))
    #expect(store.state.goods[1].price == 9)
  }

  @Test func `a list that changed before its element is read is the same list later`() {
    let seen = Log<Int>()
    let rows = Log<Store<Good, ShopAction>>()
    let store = Store(Shop(Log(), count: 2)) { Shopping() }
    let subscription = store.states.sink { [weak store] state in
      guard state.goods[1].price == 1, rows.entries.isEmpty, let store else { return }
      store.send(.price(1, 2))
      if let row = store.scope(each: \.goods, id: 1, action: .element) { rows.note(row) }
    }
    store.send(.price(1, 1))
    let row = rows.entries.first?.states.sink { seen.note($0.price) }
    store.send(.price(1, 3))
    #expect(seen.entries == [2, 3])
    withExtendedLifetime((subscription, row)) {}
  }

  @Test func `removed elements are released, though the list is observed`() {
    weak var good: Token?
    let store = Store(Shop(Log(), count: 2)) { Shopping() }
    do {
      let token = Token()
      good = token
      store.send(.put(token))
    }
    let row = store.scope(each: \.goods, id: 0, action: .element)
    let other = store.scope(each: \.goodsOnSale, id: 0, action: .element)
    #expect(good != nil)
    store.send(.put(nil))
    #expect(good == nil)
    withExtendedLifetime((row, other)) {}
  }

  @Test func `a list that was observed is not retained by its store`() {
    weak var good: Token?
    let store = Store(Shop(Log(), count: 2)) { Shopping() }
    do {
      let token = Token()
      good = token
      store.send(.put(token))
      _ = store.scope(each: \.goods, id: 0, action: .element)
    }
    store.send(.put(nil))
    #expect(good == nil)
  }

  @Test func `lists at any number of key paths are observed and released`() {
    let store = Store((0..<100).map { _ in Shop(Log(), count: 1) }) {
      Reduce<[Shop], Int> { shops, index in
        shops[index].goods[0].price += 1
        return .none
      }
    }
    for _ in 0..<3 {
      let rows = (0..<100).map { store.scope(each: \.[$0].goods, id: 0, action: .element) }
      let seen = Log<Int>()
      let subscriptions = rows.map { $0?.states.dropFirst().sink { seen.note($0.price) } }
      for index in 0..<100 { store.send(index) }
      #expect(seen.entries.count == 100)
      withExtendedLifetime((rows, subscriptions)) {}
    }
  }
}

private final class Token: Sendable {}

/// A value that records its comparisons.
private struct Good: Sendable, Identifiable, Equatable {
  let id: Int
  let looks: Log<Void>
  var price = 0
  var token: Token?

  static func == (left: Self, right: Self) -> Bool {
    left.looks.note(())
    return left.id == right.id && left.price == right.price && left.token === right.token
  }
}

private struct Shop: Sendable {
  var rings = 0
  var goods: [Good]
  var known = LoadableStates<Int, Good>()
  var guest: Good?

  var goodsOnSale: [Good] { goods }

  init(_ looks: Log<Void>, count: Int) {
    goods = (0..<count).map { Good(id: $0, looks: looks) }
    for good in goods { known[good.id].perform(.set(good)) }
    guest = Good(id: 7, looks: looks)
  }
}

private enum ShopAction: Sendable {
  case ring
  case price(Int, Int)
  case put(Token?)
  case value(Int, LoadingAction<NoRequest, Good, Never>)
}

private struct Shopping: Reducer {
  func reduce(into shop: inout Shop, _ action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .ring: shop.rings += 1
    case .price(let id, let price): shop.goods[id].price = price
    case .put(let token): shop.goods[1].token = token
    case .value: break
    }
    return .none
  }
}

extension CasePath<ShopAction, (Int, ShopAction)> {
  fileprivate static let element = Self({ $1 }) { (0, $0) }
}

extension CasePath<Int, (Int, Int)> {
  fileprivate static let element = Self({ $1 }) { (0, $0) }
}

extension CasePath<ShopAction, (Int, LoadingAction<NoRequest, Good, Never>)> {
  fileprivate static let value = Self(ShopAction.value) {
    if case .value(let key, let action) = $0 { (key, action) } else { nil }
  }
}
