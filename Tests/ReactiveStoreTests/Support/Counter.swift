import LoadableTesting
import ReactiveStore

/// A counting feature, whose effects are injected.
struct Counter: Reducer {
  struct State: Sendable, Equatable {
    var count = 0
    var seen: [String] = []
  }

  enum Action: Sendable, Hashable {
    case add(Int)
    case see(String)
    case begin
    case stop
  }

  var onBegin: Effect<Action> = .none

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): state.count += number
    case .see(let text): state.seen.append(text)
    case .begin: return onBegin
    case .stop: return .cancel(id: "work")
    }
    return .none
  }
}

extension Store<Counter.State, Counter.Action> {
  /// A counter whose actions have effects.
  convenience init(effects: [Counter.Action: Effect<Counter.Action>]) {
    self.init(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { _, action in effects[action] ?? .none }
      Counter()
    }
  }
}

extension Effect<Counter.Action> {
  /// Receives all words.
  static func seeing(_ words: MarbleCold<String, Never>) -> Self {
    .run { send in for await word in words.elements { send(.see(word)) } }
  }
}

/// Two counters side by side, and an optional one.
struct Pair: Reducer {
  struct State: Sendable, Equatable {
    var left = Counter.State()
    var right = Counter.State()
    var guest: Counter.State?
  }

  enum Action: Sendable {
    case left(Counter.Action)
    case right(Counter.Action)
    case guest(Counter.Action)
    case dismiss
  }

  var onBegin: Effect<Counter.Action> = .none

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: .left) { Counter(onBegin: onBegin) }
    Scope(state: \.right, action: .right) { Counter(onBegin: onBegin) }
    Reduce { state, action in
      if case .dismiss = action { state.guest = nil }
      return .none
    }
    .ifPresent(\.guest, action: .guest) { Counter(onBegin: onBegin) }
  }
}

extension CasePath<Pair.Action, Counter.Action> {
  static let left = Self(Pair.Action.left) {
    if case .left(let action) = $0 { action } else { nil }
  }
  static let right = Self(Pair.Action.right) {
    if case .right(let action) = $0 { action } else { nil }
  }
  static let guest = Self(Pair.Action.guest) {
    if case .guest(let action) = $0 { action } else { nil }
  }
}
