import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The whole machine as one table: every state against every event.
///
/// A cell has the actions for the storage; `+` starts a timer with this ticket. `n` is not
/// requested, `l` loading, `p` loading with a value, `A` and `B` loaded.
@Suite struct `The machine of steady states (L10)` {
  typealias Machine = SteadyStateMachine<String, SampleError>

  static var states: [(name: String, events: [Machine.Event])] {
    [
      ("fresh", []),
      ("n", [.state(.notRequested)]),
      ("A", [.state(.loaded("A"))]),
      ("l behind n", [.state(.notRequested), .state(.loading)]),
      ("l behind A", [.state(.loaded("A")), .state(.loading)]),
      ("l", [.state(.loading)]),
      ("l, A waits", [.state(.loading), .state(.loaded("A"))]),
      ("l for long", [.state(.loading), .timerFired(1)]),
      ("ended", [.state(.loading), .ended]),
    ]
  }

  static var events: [(name: String, event: Machine.Event)] {
    [
      ("l", .state(.loading)),
      ("p", .state(.loading(previous: "P"))),
      ("n", .state(.notRequested)),
      ("B", .state(.loaded("B"))),
      ("f", .state(.failed(.first))),
      ("its time", .timerFired(1)),
      ("another time", .timerFired(9)),
      ("the end", .ended),
    ]
  }

  static let table = """
    fresh         l: show l +1    p: show p +1    n: show n    B: show B    f: show f    \
    its time: -         another time: -    the end: end
    n             l: hide +1      p: show p +1    n: show n    B: show B    f: show f    \
    its time: -         another time: -    the end: end
    A             l: hide +1      p: hide +1      n: show n    B: show B    f: show f    \
    its time: -         another time: -    the end: end
    l behind n    l: -            p: show p +2    n: show n    B: show B    f: show f    \
    its time: show l +2 another time: -    the end: end l
    l behind A    l: -            p: -            n: show n    B: show B    f: show f    \
    its time: show l +2 another time: -    the end: end l
    l             l: pass l       p: pass p       n: -         B: -         f: -         \
    its time: -         another time: -    the end: end
    l, A waits    l: pass l       p: pass p       n: -         B: -         f: -         \
    its time: show A    another time: -    the end: end A
    l for long    l: pass l       p: pass p       n: show n    B: show B    f: show f    \
    its time: -         another time: -    the end: end
    ended         l: -            p: -            n: -         B: -         f: -         \
    its time: -         another time: -    the end: -
    """

  @Test func `every state handles every event by the table`() {
    let rows = Self.states.map { state in
      let cells = Self.events.map { "\($0.name): \(action(of: $0.event, after: state.events))" }
      return ([state.name] + cells).joined(separator: " ")
    }
    let expected = Self.table.split(separator: "\n").map { row in
      row.split(separator: " ").joined(separator: " ")
    }
    #expect(rows == expected)
  }

  private func action(of event: Machine.Event, after events: [Machine.Event]) -> String {
    var machine = Machine(delay: .seconds(2), minimum: .seconds(5))
    for event in events { _ = machine.handle(event) }
    return machine.handle(event).shortForm
  }

  @Test func `a loading state is hidden for the delay and held for the minimum time`() {
    var machine = Machine(delay: .seconds(2), minimum: .seconds(5))
    _ = machine.handle(.state(.notRequested))
    guard case .hide(let delay) = machine.handle(.state(.loading)) else {
      Issue.record("not hidden")
      return
    }
    #expect(delay.duration == .seconds(2))
    guard case .start(_, let minimum) = machine.handle(.timerFired(delay.ticket)) else {
      Issue.record("not shown")
      return
    }
    #expect(minimum.duration == .seconds(5))
  }
}

extension SteadyStateMachine<String, SampleError>.Action {
  fileprivate var shortForm: String {
    switch self {
    case .none: "-"
    case .pass(let state): "pass \(Self.sign(state))"
    case .settle(let state): "show \(Self.sign(state))"
    case .start(let state, let timer): "show \(Self.sign(state)) +\(timer.ticket)"
    case .hide(let timer): "hide +\(timer.ticket)"
    case .end(nil): "end"
    case .end(let state?): "end \(Self.sign(state))"
    }
  }

  private static func sign(_ state: Loadable<String, SampleError>) -> String {
    switch state {
    case .notRequested: "n"
    case .loading(let loading): loading.previous == nil ? "l" : "p"
    case .loaded(let value): value
    case .failed: "f"
    }
  }
}
