import Measuring
import ReactiveLoadable
import ReactiveStore

/// A list of 1,000 rows, some of which are observed, and a number that an action changes.
struct Elements: Reducer {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var isOn = false
  }

  struct State: Sendable {
    var rows = (0..<1_000).map { Row(id: $0, title: "the title of the row \($0)") }
    var values = LoadableStates<Int, Int>()
    var number = 0
  }

  enum Action: Sendable {
    case count
    case row(Int)
    case value(Int, LoadingAction<NoRequest, Int, Never>)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .count: state.number &+= 1
    case .row(let index): state.rows[index].isOn.toggle()
    case .value(let key, _): state.values[key].perform(.set(key))
    }
    return .none
  }

  /// Sends actions outside the list, while `count` of its rows are observed.
  static func counting(observing count: Int) -> Contender {
    let store = Store(State()) { Elements() }
    let rows = (0..<count).compactMap { store.scope(each: \.rows, id: $0, action: .row) }
    return Contender("rows\(count)", repetitions: 200) { repetitions in
      for _ in 0..<repetitions { store.send(.count) }
      withExtendedLifetime(rows) {}
    }
  }

  /// Sends actions outside the values, while `count` of them are observed.
  static func counting(observingValues count: Int) -> Contender {
    let store = Store(State()) { Elements() }
    for key in 0..<1_000 { store.send(.value(key, .load)) }
    let values = (0..<count).map { store.scope(each: \.values, key: $0, action: .value) }
    return Contender("values\(count)", repetitions: 200) { repetitions in
      for _ in 0..<repetitions { store.send(.count) }
      withExtendedLifetime(values) {}
    }
  }
}

extension CasePath<Elements.Action, (Int, Void)> {
  fileprivate static let row = Self({ .row($0.0) }) {
    if case .row(let index) = $0 { (index, ()) } else { nil }
  }
}

extension CasePath<Elements.Action, (Int, LoadingAction<NoRequest, Int, Never>)> {
  fileprivate static let value = Self(Elements.Action.value) {
    if case .value(let key, let action) = $0 { (key, action) } else { nil }
  }
}
