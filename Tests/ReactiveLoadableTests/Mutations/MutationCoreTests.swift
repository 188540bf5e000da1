import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The machine as one table: every kind of state against every event.
///
/// A cell has the next state, the phases of the writes, and the actions for the storage. States:
/// `n` not requested, `l` loading, `A` loaded, `#` failed; in brackets the previous output. Writes:
/// `w` waiting, `r` running, `s` stopping, `x` cancelled or replaced, `#` failed, outputs in
/// capitals. The output of write 1 is `A`, of write 2 `B`, of write 3 `C`.
@Suite struct `The machine of a mutation (M1-M11)` {
  typealias Machine = MutationMachine<String, String, SampleError>

  static let states: [(name: String, overlap: MutationOverlap, events: [Machine.Event])] = [
    ("nothing", .serial, []),
    ("loaded", .serial, [.run("a"), .succeeded(1, "A")]),
    ("failed", .serial, [.run("a"), .failed(1, .first)]),
    ("one runs", .serial, [.run("a")]),
    ("one runs over A", .serial, [.run("a"), .succeeded(1, "A"), .run("b")]),
    ("one waits", .serial, [.run("a"), .run("b")]),
    ("one stops", .serial, [.run("a"), .cancel]),
    ("one stops, one waits", .serial, [.run("a"), .cancelRun(1), .run("b")]),
    ("discarded", .serial, [.run("a"), .reset]),
    ("two concurrent", .concurrent, [.run("a"), .run("b")]),
    ("ignoring", .ignore, [.run("a")]),
    ("ignoring, one stops", .ignore, [.run("a"), .cancel]),
    ("newest", .replace, [.run("a")]),
    ("newest, one stops", .replace, [.run("a"), .run("b")]),
    ("dropped", .serial, [.run("a"), .run("b"), .close]),
  ]

  static let events: [(name: String, event: Machine.Event)] = [
    ("run", .run("x")),
    ("cancel 1", .cancelRun(1)),
    ("cancel 2", .cancelRun(2)),
    ("cancel", .cancel),
    ("reset", .reset),
    ("success", .succeeded(1, "A")),
    ("failure", .failed(1, .first)),
    ("cancels", .threwCancellation(1)),
    ("close", .close),
  ]

  static let table = """
    nothing
      run      l        r        · accept 1, begin 1 x, state, history
      cancel 1 n                 · nothing
      cancel 2 n                 · nothing
      cancel   n                 · nothing
      reset    n                 · nothing
      close    n                 · finish
    loaded
      run      l(A)     Ar       · accept 2, begin 2 x, state, history
      cancel 1 A        A        · nothing
      cancel 2 A        A        · nothing
      cancel   A        A        · nothing
      reset    n                 · state, history
      close    A        A        · finish
    failed
      run      l        #r       · accept 2, begin 2 x, state, history
      cancel 1 #        #        · nothing
      cancel 2 #        #        · nothing
      cancel   #        #        · nothing
      reset    n                 · state, history
      close    #        #        · finish
    one runs
      run      l        rw       · accept 2, history
      cancel 1 n        s        · stop 1 cancelled, state, history
      cancel 2 l        r        · nothing
      cancel   n        s        · stop 1 cancelled, state, history
      reset    n                 · stop 1 cancelled, state, history
      success  A        A        · end 1 A, state, history
      failure  #        #        · end 1 failed, state, history
      cancels  n        x        · end 1 cancelled, state, history
      close    l        r        · nothing
    one runs over A
      run      l(A)     Arw      · accept 3, history
      cancel 1 l(A)     Ar       · nothing
      cancel 2 A        As       · stop 2 cancelled, state, history
      cancel   A        As       · stop 2 cancelled, state, history
      reset    n                 · stop 2 cancelled, state, history
      close    l(A)     Ar       · nothing
    one waits
      run      l        rww      · accept 3, history
      cancel 1 l        sw       · stop 1 cancelled, history
      cancel 2 l        rx       · end 2 cancelled, history
      cancel   n        sx       · stop 1 cancelled, end 2 cancelled, state, history
      reset    n                 · stop 1 cancelled, end 2 cancelled, state, history
      success  l(A)     Ar       · end 1 A, begin 2 b, state, history
      failure  l        #r       · end 1 failed, begin 2 b, history
      cancels  l        xr       · end 1 cancelled, begin 2 b, history
      close    l        rw       · nothing
    one stops
      run      l        sw       · accept 2, state, history
      cancel 1 n        s        · nothing
      cancel 2 n        s        · nothing
      cancel   n        s        · nothing
      reset    n                 · history
      success  n        x        · history
      failure  n        x        · history
      cancels  n        x        · history
      close    n        s        · finish
    one stops, one waits
      run      l        sww      · accept 3, history
      cancel 1 l        sw       · nothing
      cancel 2 n        sx       · end 2 cancelled, state, history
      cancel   n        sx       · end 2 cancelled, state, history
      reset    n                 · end 2 cancelled, state, history
      success  l        xr       · begin 2 b, history
      failure  l        xr       · begin 2 b, history
      cancels  l        xr       · begin 2 b, history
      close    l        sw       · nothing
    discarded
      run      l        w        · accept 2, state, history
      cancel 1 n                 · nothing
      cancel 2 n                 · nothing
      cancel   n                 · nothing
      reset    n                 · nothing
      success  n                 · nothing
      failure  n                 · nothing
      cancels  n                 · nothing
      close    n                 · finish
    two concurrent
      run      l        rrr      · accept 3, begin 3 x, history
      cancel 1 l        sr       · stop 1 cancelled, history
      cancel 2 l        rs       · stop 2 cancelled, history
      cancel   n        ss       · stop 1 cancelled, stop 2 cancelled, state, history
      reset    n                 · stop 1 cancelled, stop 2 cancelled, state, history
      success  l(A)     Ar       · end 1 A, state, history
      failure  l        #r       · end 1 failed, history
      cancels  l        xr       · end 1 cancelled, history
      close    l        rr       · nothing
    ignoring
      run      l        r        · skips
      cancel 1 n        s        · stop 1 cancelled, state, history
      cancel 2 l        r        · nothing
      cancel   n        s        · stop 1 cancelled, state, history
      reset    n                 · stop 1 cancelled, state, history
      success  A        A        · end 1 A, state, history
      failure  #        #        · end 1 failed, state, history
      cancels  n        x        · end 1 cancelled, state, history
      close    l        r        · nothing
    ignoring, one stops
      run      l        sw       · accept 2, state, history
      cancel 1 n        s        · nothing
      cancel 2 n        s        · nothing
      cancel   n        s        · nothing
      reset    n                 · history
      success  n        x        · history
      failure  n        x        · history
      cancels  n        x        · history
      close    n        s        · finish
    newest
      run      l        sw       · accept 2, stop 1 replaced, history
      cancel 1 n        s        · stop 1 cancelled, state, history
      cancel 2 l        r        · nothing
      cancel   n        s        · stop 1 cancelled, state, history
      reset    n                 · stop 1 cancelled, state, history
      success  A        A        · end 1 A, state, history
      failure  #        #        · end 1 failed, state, history
      cancels  n        x        · end 1 cancelled, state, history
      close    l        r        · nothing
    newest, one stops
      run      l        sxw      · accept 3, end 2 replaced, history
      cancel 1 l        sw       · nothing
      cancel 2 n        sx       · end 2 cancelled, state, history
      cancel   n        sx       · end 2 cancelled, state, history
      reset    n                 · end 2 cancelled, state, history
      success  l        xr       · begin 2 b, history
      failure  l        xr       · begin 2 b, history
      cancels  l        xr       · begin 2 b, history
      close    l        sw       · nothing
    dropped
      cancel 1 l        sw       · stop 1 cancelled, history
      cancel 2 l        rx       · end 2 cancelled, history
      success  l(A)     Ar       · end 1 A, begin 2 b, state, history
      failure  l        #r       · end 1 failed, begin 2 b, history
      cancels  l        xr       · end 1 cancelled, begin 2 b, history
    """

  @Test func `every state handles every event by the table`() {
    #expect(Self.rendered == Self.table)
  }

  static var rendered: String {
    var lines: [String] = []
    for state in states {
      lines.append(state.name)
      for (name, event) in events {
        var machine = Machine(MutationPolicy(overlap: state.overlap))
        for event in state.events { _ = machine.handle(event) }
        guard machine.accepts(event) else { continue }
        let actions = machine.handle(event).map(\.shortForm).joined(separator: ", ")
        let writes = machine.records.map(\.shortForm).joined()
        let cells = [name, machine.state.shortForm, writes].map { padded($0) }
        lines.append("  \(cells.joined())· \(actions.isEmpty ? "nothing" : actions)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func padded(_ cell: String) -> String {
    cell + String(repeating: " ", count: max(1, 9 - cell.count))
  }

  // MARK: Cases outside the table

  @Test func `a failure is retried up to the limit, if the policy allows it`() {
    var machine = Machine(MutationPolicy(retry: .constant(.seconds(1), limit: 1)))
    _ = machine.handle(.run("a"))
    let first = machine.handle(.failed(1, .first, mayRetry: true))
    #expect(first.map(\.shortForm) == ["wait for retry 1", "state", "history"])
    #expect(machine.state == .loading(Loading(attempt: 1)))
    #expect(machine.handle(.delayElapsed(1)).map(\.shortForm) == ["attempt"])
    let second = machine.handle(.failed(1, .first, mayRetry: true))
    #expect(second.map(\.shortForm) == ["end 1 failed", "state", "history"])
  }

  @Test func `a write that is cancelled between two attempts ends, and the next starts`() {
    var machine = Machine(MutationPolicy(retry: .constant(.seconds(1), limit: 1)))
    for event in [.run("a"), .run("b"), .failed(1, .first, mayRetry: true)] as [Machine.Event] {
      _ = machine.handle(event)
    }
    let last = machine.handle(.cancelRun(1)).map(\.shortForm)
    #expect(last == ["end 1 cancelled", "begin 2 b", "history"])
  }

  @Test func `a dropped mutation finishes with its last write`() {
    var machine = Machine()
    for event in [.run("a"), .run("b"), .close, .succeeded(1, "A")] as [Machine.Event] {
      _ = machine.handle(event)
    }
    let last = machine.handle(.succeeded(2, "B")).map(\.shortForm)
    #expect(last == ["end 2 B", "state", "history", "finish"])
  }

  @Test func `a dropped mutation with the cancel policy finishes immediately`() {
    var machine = Machine(MutationPolicy(whenReleased: .cancel))
    for event in [.run("a"), .run("b")] as [Machine.Event] { _ = machine.handle(event) }
    let last = machine.handle(.close).map(\.shortForm)
    #expect(
      last == ["stop 1 cancelled", "end 2 cancelled", "state", "history", "finish"]
    )
    #expect(machine.handle(.succeeded(1, "A")).map(\.shortForm) == ["history"])
    #expect(machine.state == .notRequested)
  }

  @Test(arguments: [-1, 0, 1, 2])
  func `the history is bounded by ended writes, and drops the earliest end first`(limit: Int) {
    var machine = Machine(MutationPolicy(overlap: .concurrent, historyLimit: limit))
    for event in [
      .run("a"), .run("b"), .run("c"), .run("d"), .succeeded(3, "C"), .succeeded(1, "A"),
      .succeeded(2, "B"),
    ] as [Machine.Event] { _ = machine.handle(event) }
    let kept: [Int: [UInt]] = [-1: [4], 0: [4], 1: [2, 4], 2: [1, 2, 4]]
    #expect(machine.records.map(\.id) == kept[limit])
  }
}

extension MutationMachine {
  /// Whether a storage can send the event: work returns once, and a released mutation receives no
  /// calls.
  fileprivate func accepts(_ event: Event) -> Bool {
    switch event {
    case .run, .cancel, .reset, .close: !isDropped
    case .cancelRun, .timedOut: true
    case .succeeded(let id, _), .failed(let id, _, _), .threwCancellation(let id),
      .delayElapsed(let id):
      isAtWork(id)
    }
  }
}

extension MutationRecord<String, String, SampleError> {
  fileprivate var shortForm: String {
    switch state {
    case .waiting: "w"
    case .running: "r"
    case .stopping: "s"
    case .ended(.loaded(let output)): output
    case .ended(.failed): "#"
    case .ended: "x"
    }
  }
}

extension MutationMachine<String, String, SampleError>.Action {
  fileprivate var shortForm: String {
    switch self {
    case .skip: "skips"
    case .accept(let id): "accept \(id)"
    case .end(let id, .loaded(let output)): "end \(id) \(output)"
    case .end(let id, .failed): "end \(id) failed"
    case .end(let id, let outcome): "end \(id) \(outcome)"
    case .stop(let id, let outcome): "stop \(id) \(outcome)"
    case .begin(let id, let input): "begin \(id) \(input)"
    case .wait(_, let retry): "wait for retry \(retry)"
    case .attempt: "attempt"
    case .showState: "state"
    case .showHistory: "history"
    case .finish: "finish"
    }
  }
}
