import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// Random loads and edits against a model that applies all edits at every event (L12).
@Suite struct `Edits against a model` {
  @Test(arguments: 0..<8)
  func `the visible value is that of a model, with no more calls of the changes`(seed: Int) {
    for run in 0..<140 {
      var world = EditModelWorld(seed: UInt64(seed * 1_000 + run))
      for _ in 0..<60 where world.broken == nil { world.step() }
      #expect(world.broken == nil, "after \(world.path.map { "\($0)" }.joined(separator: " "))")
      if world.broken != nil { return }
    }
  }
}

/// A machine with edits, and a machine without any next to a model of the edits.
private struct EditModelWorld {
  typealias Machine = LoadStateMachine<String, [Int], SampleError>

  private var random: SeededGenerator
  private var machine = Machine()
  private var model = Machine()
  private var edits = EditModel()
  private let calls = CallCount()
  /// The edits that may end, of which the last one may not be shown yet.
  private var unsaved: [LoadEditID] = []
  private var lastWrite: [UInt: UInt] = [:]
  private var lastMade = 100_000
  /// The events so far, whose text takes longer than the steps.
  private(set) var path: [Any] = []
  private(set) var broken: String?

  init(seed: UInt64) { random = SeededGenerator(seed) }

  mutating func step() {
    switch random.below(21) {
    case 0: load(.intent(.load("a")))
    case 1: load(.intent(.load("b")))
    case 2: load(.intent(.refresh))
    case 3: load(.intent(.cancel))
    case 4: if random.below(2) == 0 { load(.intent(.reset)) }
    case 5: load(.intent(.set([random.below(100)])))
    case 6...9: answer()
    case 10...13: show()
    case 14...16: end { .saved($0) }
    case 17: end { .savedOtherwise($0) }
    case 18: end { .rolledBack($0) }
    case 19: make()
    default: replace()
    }
  }

  private mutating func answer() {
    guard let ticket = machine.machine.core.cycle?.ticket else { return }
    switch random.below(4) {
    case 0: load(.work(.failed(ticket, .first)))
    case 1: load(.work(.reported(ticket, .value([random.below(2)]))))
    case 2: load(.started(ticket))
    default: load(.work(.succeeded(ticket, [random.below(100)])))
    }
  }

  /// Shows an edit of one of two mutations, sometimes after a later one of the same mutation.
  private mutating func show() {
    let mutation = UInt(1 + random.below(2))
    let write = lastWrite[mutation, default: 0] + 1
    lastWrite[mutation] = write + 1
    let writes = random.below(3) == 0 ? [write + 1, write] : [write, write + 1]
    for write in writes {
      let id = LoadEditID(mutation: mutation, write: write)
      unsaved.append(id)
      if random.below(8) == 0 { end { .saved($0) } }
      edit([.shown(id)])
    }
  }

  /// Makes an edit of another source, sometimes for a request.
  private mutating func make() {
    lastMade += 1
    let request: String? = ["a", "b", nil, nil][random.below(4)]
    edit([.made(lastMade, for: request)])
  }

  private mutating func end(_ step: (LoadEditID) -> EditModel.Step) {
    guard !unsaved.isEmpty else { return }
    let id = unsaved.remove(at: random.below(2) == 0 ? 0 : random.below(unsaved.count))
    edit([step(id)])
  }

  /// Ends an edit and shows another one, as a write that replaces another one does.
  private mutating func replace() {
    guard let old = unsaved.popLast() else { return }
    let id = LoadEditID(mutation: 3, write: lastWrite[3, default: 0] + 1)
    lastWrite[3] = id.write
    unsaved.append(id)
    edit([.shown(id), .rolledBack(old)])
  }
}

// MARK: Comparing

extension EditModelWorld {
  private mutating func load(_ event: Machine.Event) {
    path.append(event)
    let before = calls.now
    _ = machine.handle(event)
    let count = calls.now - before
    let isReset = if case .intent(.reset) = event { true } else { false }
    let isPartial = if case .work(.reported) = event { true } else { false }
    // A partial value is compared with the visible one.
    var expected = isPartial ? edits.count(over: model.machine) : 0
    _ = model.handle(event)
    if isReset { edits.removeAll() }
    expected += settle() + (isPartial ? edits.count(over: model.machine) : 0)
    compare(count, expected)
  }

  private mutating func edit(_ steps: [EditModel.Step]) {
    path.append(steps)
    let before = calls.now
    _ = machine.handle(.edited(steps.map { $0.step(calls) }))
    let count = calls.now - before
    let core = model.machine.core
    let shown = model.machine.slots.shown(core.shown)
    let request = if let shown { shown.request } else { model.machine.currentRequest }
    var changes = false
    for step in steps where edits.apply(step, of: request?.text, after: core.tickets.last) {
      changes = true
    }
    compare(count, settle())
    if machine.publishes != (changes && shown != nil) { broken = "publishes wrongly" }
  }

  /// Applies saved edits to the settled value; returns the number of calls.
  private mutating func settle() -> Int {
    guard model.machine.core.phase == .settled, !edits.edits.isEmpty else { return 0 }
    let value = model.machine.slots.value
    let (new, calls) = edits.fold(into: value, asOf: model.machine.core.settled.asOf)
    if let new {
      model.machine.slots.value = LoadedValue(ReactiveLoadable.Box(new), of: value?.request)
    }
    return calls
  }

  private mutating func compare(_ count: Int, _ expected: Int) {
    let published = machine.publishes ? edits.count(over: model.machine) : 0
    if count > expected + published {
      broken = "\(count) calls instead of \(expected) + \(published)"
    }
    if machine.edits != edits.edits.map(\.id) { broken = "other edits than \(edits.edits)" }
    let visible = edits.visible(over: model.machine)
    if machine.state.latest != visible {
      broken = "\(machine.state) instead of \(String(describing: visible))"
    }
    let settled = machine.machine.slots.value?.numbers
    if settled != model.machine.slots.value?.numbers { broken = "another settled value" }
  }
}
