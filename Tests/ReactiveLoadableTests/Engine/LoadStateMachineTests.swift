import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The whole machine as one table: every state against every event.
///
/// A cell has the next state and the actions for the storage. States: `n` not requested, `l`
/// loading, `A` loaded, `#` failed; in brackets the previous value and, after a slash, the cause of
/// a load other than a plain one. Requests are small letters; their values the same letters in
/// capitals; `W` is a set value.
@Suite struct `The machine of a loader (L1, L2)` {
  typealias Machine = LoadStateMachine<String, String, SampleError>

  static let states: [(name: String, events: [Machine.Event])] = [
    ("nothing", []),
    ("cancelled a", [.intent(.load("a")), .intent(.cancel)]),
    ("reset amid a", [.intent(.load("a")), .intent(.reset)]),
    ("loaded a", [.intent(.load("a")), .succeeded(1, "A")]),
    ("written", [.intent(.set("W"))]),
    ("stale a", [.intent(.load("a")), .succeeded(1, "A"), .intent(.invalidate)]),
    ("failed a", [.intent(.load("a")), .failed(1, .first)]),
    ("loading a", [.intent(.load("a"))]),
    ("refreshing a", [.intent(.load("a")), .succeeded(1, "A"), .intent(.refresh)]),
    ("waiting for a", [.intent(.load("a")), .failed(1, .first, mayRetry: true)]),
    ("outdated a", [.intent(.load("a")), .intent(.invalidate)]),
    ("b over a", [.intent(.load("a")), .succeeded(1, "A"), .intent(.load("b"))]),
    ("closed", [.close]),
  ]

  static let events: [(name: String, event: @Sendable (CurrentLoad) -> Machine.Event)] = [
    ("load a", { _ in .intent(.load("a")) }),
    ("load b", { _ in .intent(.load("b")) }),
    ("loadIfNeeded a", { _ in .intent(.loadIfNeeded("a")) }),
    ("loadIfNeeded b", { _ in .intent(.loadIfNeeded("b")) }),
    ("refresh", { _ in .intent(.refresh) }),
    ("revalidate", { _ in .intent(.revalidate) }),
    ("retry", { _ in .intent(.retry) }),
    ("cancel", { _ in .intent(.cancel) }),
    ("reset", { _ in .intent(.reset) }),
    ("set W", { _ in .intent(.set("W")) }),
    ("invalidate", { _ in .intent(.invalidate) }),
    ("handle cancels", { .cancelLoad($0.load) }),
    ("old handle cancels", { .cancelLoad($0.load - 1) }),
    ("success", { .succeeded($0.ticket, "S") }),
    ("late success", { .succeeded($0.ticket - 1, "S") }),
    ("failure", { .failed($0.ticket, .second) }),
    ("late failure", { .failed($0.ticket - 1, .second) }),
    ("failure, to retry", { .failed($0.ticket, .second, mayRetry: true) }),
    ("report", { .reported($0.ticket, .value("R")) }),
    ("late report", { .reported($0.ticket - 1, .value("R")) }),
    ("delay ends", { .delayElapsed($0.ticket) }),
    ("timeout", { .timedOut($0.load, .second) }),
    ("work cancels", { .threwCancellation($0.ticket) }),
    ("late work cancels", { .threwCancellation($0.ticket - 1) }),
    ("turn in a queue", { .started($0.ticket) }),
    ("late turn", { .started($0.ticket - 1) }),
    ("set W of b", { _ in .intent(.set("W", for: "b", age: .zero)) }),
    ("record arrives", { .restored($0.ticket, "W", age: .zero) }),
    ("late record", { .restored($0.ticket - 1, "W", age: .zero) }),
    ("close", { _ in .close }),
  ]

  @Test func `every state handles every event by the table`() {
    #expect(Self.rendered == loadStateMachineTable)
  }

  static var rendered: String {
    var lines: [String] = []
    for state in states {
      lines.append(state.name)
      for (name, event) in events {
        var machine = Machine(LoadPolicy(retry: .constant(.seconds(1), limit: 1)))
        var current = CurrentLoad()
        for event in state.events { current.update(after: machine.handle(event)) }
        let action = machine.handle(event(current))
        let padded = name + String(repeating: " ", count: 19 - name.count)
        lines.append("  \(padded)\(machine.state.shortForm) \(action.shortForm)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// The running load, or the first one if none runs, and its current ticket.
struct CurrentLoad {
  var load: UInt = 1
  var ticket: UInt = 1

  mutating func update<Request, Value, Failure>(
    after action: LoadStateMachine<Request, Value, Failure>.Action
  ) {
    switch action {
    case .start(let attempt), .replace(let attempt):
      (load, ticket) = (attempt.load, attempt.ticket)
    case .attempt(let attempt): ticket = attempt.ticket
    case .wait(let wait, _): ticket = wait
    case .none, .silent, .skip, .join, .publish, .end: break
    }
  }
}
