import Testing

@testable import ReactiveLoadable

/// The whole machine as one table: every state against every event.
///
/// A cell says what is shown afterwards and what the storage is told to do. Shown: `n` not
/// requested, `l` loading, `A` loaded, `#` failed; in brackets the previous value and, after a
/// slash, the cause of a load that is no plain one. Requests are small letters; their values the
/// same letters in capitals; `W` is a written value.
@Suite struct `The machine of a loader (L1, L2)` {
  typealias Machine = LoadStateMachine<String, String, SampleError>

  static let states: [(name: String, events: [Machine.Event])] = [
    ("nothing", []),
    ("cancelled a", [.intent(.load("a")), .intent(.cancel)]),
    ("reset amid a", [.intent(.load("a")), .intent(.reset)]),
    ("loaded a", [.intent(.load("a")), .succeeded(1, "A")]),
    ("written", [.intent(.set("W"))]),
    ("failed a", [.intent(.load("a")), .failed(1, .first)]),
    ("loading a", [.intent(.load("a"))]),
    ("refreshing a", [.intent(.load("a")), .succeeded(1, "A"), .intent(.refresh)]),
    ("b over a", [.intent(.load("a")), .succeeded(1, "A"), .intent(.load("b"))]),
    ("closed", [.close]),
  ]

  static let events: [(name: String, event: @Sendable (_ current: UInt) -> Machine.Event)] = [
    ("load a", { _ in .intent(.load("a")) }),
    ("load b", { _ in .intent(.load("b")) }),
    ("loadIfNeeded a", { _ in .intent(.loadIfNeeded("a")) }),
    ("loadIfNeeded b", { _ in .intent(.loadIfNeeded("b")) }),
    ("refresh", { _ in .intent(.refresh) }),
    ("retry", { _ in .intent(.retry) }),
    ("cancel", { _ in .intent(.cancel) }),
    ("reset", { _ in .intent(.reset) }),
    ("set W", { _ in .intent(.set("W")) }),
    ("handle cancels", { .cancelLoad($0) }),
    ("old handle cancels", { .cancelLoad($0 - 1) }),
    ("success", { .succeeded($0, "S") }),
    ("late success", { .succeeded($0 - 1, "S") }),
    ("failure", { .failed($0, .second) }),
    ("late failure", { .failed($0 - 1, .second) }),
    ("work gave up", { .gaveUp($0) }),
    ("late give up", { .gaveUp($0 - 1) }),
    ("close", { _ in .close }),
  ]

  static let table = """
    nothing
      load a             l · start a
      load b             l · start b
      loadIfNeeded a     l · start a
      loadIfNeeded b     l · start b
      refresh            n · not needed
      retry              n · not needed
      cancel             n · nothing
      reset              n · nothing
      set W              W · publish
      handle cancels     n · nothing
      old handle cancels n · nothing
      success            n · nothing
      late success       n · nothing
      failure            n · nothing
      late failure       n · nothing
      work gave up       n · nothing
      late give up       n · nothing
      close              n · nothing
    cancelled a
      load a             l · start a
      load b             l · start b
      loadIfNeeded a     l · start a
      loadIfNeeded b     l · start b
      refresh            l · start a
      retry              n · not needed
      cancel             n · nothing
      reset              n · nothing
      set W              W · publish
      handle cancels     n · nothing
      old handle cancels n · nothing
      success            n · nothing
      late success       n · nothing
      failure            n · nothing
      late failure       n · nothing
      work gave up       n · nothing
      late give up       n · nothing
      close              n · nothing
    reset amid a
      load a             l · start a
      load b             l · start b
      loadIfNeeded a     l · start a
      loadIfNeeded b     l · start b
      refresh            n · not needed
      retry              n · not needed
      cancel             n · nothing
      reset              n · nothing
      set W              W · publish
      handle cancels     n · nothing
      old handle cancels n · nothing
      success            n · nothing
      late success       n · nothing
      failure            n · nothing
      late failure       n · nothing
      work gave up       n · nothing
      late give up       n · nothing
      close              n · nothing
    loaded a
      load a             l(A) · start a
      load b             l · start b
      loadIfNeeded a     A · not needed
      loadIfNeeded b     l · start b
      refresh            l(A/refresh) · start a
      retry              A · not needed
      cancel             A · nothing
      reset              n · publish
      set W              W · publish
      handle cancels     A · nothing
      old handle cancels A · nothing
      success            A · nothing
      late success       A · nothing
      failure            A · nothing
      late failure       A · nothing
      work gave up       A · nothing
      late give up       A · nothing
      close              A · nothing
    written
      load a             l(W) · start a
      load b             l(W) · start b
      loadIfNeeded a     W · not needed
      loadIfNeeded b     W · not needed
      refresh            W · not needed
      retry              W · not needed
      cancel             W · nothing
      reset              n · publish
      set W              W · publish
      handle cancels     W · nothing
      old handle cancels W · nothing
      success            W · nothing
      late success       W · nothing
      failure            W · nothing
      late failure       W · nothing
      work gave up       W · nothing
      late give up       W · nothing
      close              W · nothing
    failed a
      load a             l · start a
      load b             l · start b
      loadIfNeeded a     l · start a
      loadIfNeeded b     l · start b
      refresh            l · start a
      retry              l(/retry) · start a
      cancel             # · nothing
      reset              n · publish
      set W              W · publish
      handle cancels     # · nothing
      old handle cancels # · nothing
      success            # · nothing
      late success       # · nothing
      failure            # · nothing
      late failure       # · nothing
      work gave up       # · nothing
      late give up       # · nothing
      close              # · nothing
    loading a
      load a             l · join
      load b             l · replace by b
      loadIfNeeded a     l · join
      loadIfNeeded b     l · replace by b
      refresh            l · join
      retry              l · not needed
      cancel             n · end cancelled
      reset              n · end cancelled
      set W              l(W) · publish
      handle cancels     n · end cancelled
      old handle cancels l · nothing
      success            S · end loaded S
      late success       l · nothing
      failure            # · end failed second
      late failure       l · nothing
      work gave up       n · end cancelled
      late give up       l · nothing
      close              n · end cancelled
    refreshing a
      load a             l(A/refresh) · join
      load b             l · replace by b
      loadIfNeeded a     l(A/refresh) · join
      loadIfNeeded b     l · replace by b
      refresh            l(A/refresh) · join
      retry              l(A/refresh) · not needed
      cancel             A · end cancelled
      reset              n · end cancelled
      set W              l(W/refresh) · publish
      handle cancels     A · end cancelled
      old handle cancels l(A/refresh) · nothing
      success            S · end loaded S
      late success       l(A/refresh) · nothing
      failure            #(A/refresh) · end failed second
      late failure       l(A/refresh) · nothing
      work gave up       A · end cancelled
      late give up       l(A/refresh) · nothing
      close              A · end cancelled
    b over a
      load a             l(A) · replace by a
      load b             l · join
      loadIfNeeded a     l(A) · replace by a
      loadIfNeeded b     l · join
      refresh            l · join
      retry              l · not needed
      cancel             A · end cancelled
      reset              n · end cancelled
      set W              l(W) · publish
      handle cancels     A · end cancelled
      old handle cancels l · nothing
      success            S · end loaded S
      late success       l · nothing
      failure            # · end failed second
      late failure       l · nothing
      work gave up       A · end cancelled
      late give up       l · nothing
      close              A · end cancelled
    closed
      load a             n · nothing
      load b             n · nothing
      loadIfNeeded a     n · nothing
      loadIfNeeded b     n · nothing
      refresh            n · nothing
      retry              n · nothing
      cancel             n · nothing
      reset              n · nothing
      set W              n · nothing
      handle cancels     n · nothing
      old handle cancels n · nothing
      success            n · nothing
      late success       n · nothing
      failure            n · nothing
      late failure       n · nothing
      work gave up       n · nothing
      late give up       n · nothing
      close              n · nothing
    """

  @Test func `every state answers every event by the table`() {
    #expect(Self.rendered == Self.table)
  }

  static var rendered: String {
    var lines: [String] = []
    for state in states {
      lines.append(state.name)
      for (name, event) in events {
        var machine = Machine()
        var generation: UInt = 1
        for event in state.events { machine.note(event, &generation) }
        let action = machine.handle(event(max(generation, 1)))
        let padded = name + String(repeating: " ", count: 19 - name.count)
        lines.append("  \(padded)\(machine.state.shortForm) \(action.shortForm)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension LoadStateMachine {
  fileprivate mutating func note(_ event: Event, _ generation: inout UInt) {
    switch handle(event) {
    case .start(let attempt), .replace(let attempt): generation = attempt.load
    case .none, .notNeeded, .join, .publish, .wait, .attempt, .end: break
    }
  }
}
