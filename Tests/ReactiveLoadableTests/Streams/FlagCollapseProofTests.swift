import LoadableTesting
import ReactiveLoadable
import Testing

/// Every order of real changes of the three flags, up to a depth, in exact virtual time.
///
/// The oracle is a plain reading of the table; it shares nothing with the code under test.
@Suite struct `The collapse over every order of changes` {
  static let depth = 6

  /// The times of the changes of one order; the quiet time is 10 ms.
  enum Pace: String, CaseIterable {
    /// All within one call, so that no other code runs between them.
    case oneTurn
    /// At one instant, each after all effects of the one before.
    case ownTurns
    /// 4 ms apart, so that the flags never settle in between.
    case restless
    /// 30 ms apart, so that each is settled before the next one.
    case settled

    var step: Duration {
      switch self {
      case .oneTurn, .ownTurns: .zero
      case .restless: .milliseconds(4)
      case .settled: .milliseconds(30)
      }
    }
  }

  @Test(arguments: Pace.allCases)
  func `it gives only real states, no mix, no flash, and the correct last one`(pace: Pace) {
    let orders = FlagChange.orders(upTo: Self.depth)
    #expect(orders.count > 4_000, "the exploration ends early")
    for order in orders {
      let published = Self.publishedStates(order, pace)
      let expected = Self.expectedStates(order, pace)
      if published != expected {
        Issue.record("\(order)\n  gives \(published)\n  not   \(expected)")
      }
    }
  }

  struct PublishedState: Equatable {
    var time: Duration
    var state: Loadable<Int, NumberedError>
  }

  private static func publishedStates(_ order: [FlagChange], _ pace: Pace) -> [PublishedState] {
    var published: [PublishedState] = []
    marbles { m in
      let flags = LegacyFlags()
      let collapse = m.keep(
        FlagCollapse(
          value: flags.value,
          isLoading: flags.isLoading,
          error: flags.error,
          clock: m.clock
        )
      )
      let clock = m.clock
      let states = collapse.states.map { PublishedState(time: clock.now.offset, state: $0) }
      m.keep(states.sink { published.append($0) })
      if pace == .oneTurn {
        m.at(.zero) { for change in order { flags.apply(change) } }
      } else {
        for (index, change) in order.enumerated() {
          m.at(pace.step * index) { flags.apply(change) }
        }
      }
    }
    return published
  }

  private static func expectedStates(_ order: [FlagChange], _ pace: Pace) -> [PublishedState] {
    var oracle = FlagOracle()
    var expected = [PublishedState(time: .zero, state: .notRequested)]
    for (index, change) in order.enumerated() {
      oracle.apply(change)
      guard pace == .settled || index == order.count - 1 else { continue }
      let time = pace.step * index + .milliseconds(10)
      if oracle.state != expected.last?.state {
        expected.append(PublishedState(time: time, state: oracle.state))
      }
    }
    return expected
  }
}

/// One real change of one flag; every value that is set is new.
enum FlagChange: Equatable, CustomStringConvertible {
  case value(Int?)
  case isLoading(Bool)
  case error(NumberedError?)

  var description: String {
    switch self {
    case .value(let value): "value=\(value.map(String.init) ?? "nil")"
    case .isLoading(let isLoading): "isLoading=\(isLoading)"
    case .error(let error): "error=\(error.map { String($0.number) } ?? "nil")"
    }
  }

  /// All orders of 1 to `depth` changes, from flags that say "not requested".
  static func orders(upTo depth: Int) -> [[FlagChange]] {
    var layer: [(order: [FlagChange], flags: FlagOracle)] = [([], FlagOracle())]
    var all: [[FlagChange]] = []
    for number in 1...depth {
      layer = layer.flatMap { order, flags in
        flags.realChanges(numbered: number).map { change in
          var next = flags
          next.apply(change)
          return (order + [change], next)
        }
      }
      all += layer.map(\.order)
    }
    return all
  }
}

struct NumberedError: Error, Hashable { var number: Int }

/// The three flags as a view model of old keeps them.
struct LegacyFlags {
  let value = BehaviorRelay<Int?>(nil)
  let isLoading = BehaviorRelay(false)
  let error = BehaviorRelay<NumberedError?>(nil)

  func apply(_ change: FlagChange) {
    switch change {
    case .value(let value): self.value.accept(value)
    case .isLoading(let isLoading): self.isLoading.accept(isLoading)
    case .error(let error): self.error.accept(error)
    }
  }
}

/// The table, implemented by hand: the last of value and error, and the state of the eight
/// combinations.
private struct FlagOracle {
  var value: Int?
  var isLoading = false
  var error: NumberedError?
  var valueCameLast = false

  mutating func apply(_ change: FlagChange) {
    switch change {
    case .value(let value): (self.value, valueCameLast) = (value, true)
    case .isLoading(let isLoading): self.isLoading = isLoading
    case .error(let error): (self.error, valueCameLast) = (error, false)
    }
  }

  func realChanges(numbered number: Int) -> [FlagChange] {
    [.value(number), .isLoading(!isLoading), .error(NumberedError(number: number))]
      + (value == nil ? [] : [.value(nil)])
      + (error == nil ? [] : [.error(nil)])
  }

  var state: Loadable<Int, NumberedError> {
    switch (value, isLoading, error) {
    case (nil, false, nil): return .notRequested
    case (let value?, false, nil): return .loaded(value)
    case (nil, true, nil), (nil, true, _?): return .loading
    case (let value?, true, nil), (let value?, true, _?): return .loading(previous: value)
    case (nil, false, let error?): return .failed(error)
    case (let value?, false, let error?):
      return valueCameLast ? .loaded(value) : .failed(error, previous: value, cause: .refresh)
    }
  }
}
