import Measuring
import ReactiveLoadable
import ReactiveStore

/// Values by key, which load without suspending.
struct Keyed: Reducer {
  struct State: Sendable {
    var values = LoadableStates<Int, Int>()
  }

  typealias Action = (key: Int, what: LoadingAction<NoRequest, Int, Never>)

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .loadable(each: \.values, action: CasePath({ ($0, $1) }, { ($0.key, $0.what) })) { key, _ in
        key
      }
  }

  /// Reloads values one after the other, among `count` values.
  static func loading(among count: Int) -> Contender {
    let store = Store(State()) { Keyed() }
    for key in 0..<count { store.send((key, .load)) }
    return Contender("\(count)", repetitions: 2_000) { repetitions in
      for number in 0..<repetitions {
        let key = number * 7 % count
        store.send((key, .load))
      }
    }
  }
}
