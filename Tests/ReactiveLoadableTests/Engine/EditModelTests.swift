import ReactiveLoadable
import Synchronization
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
  /// The events so far, whose text takes longer than the steps.
  private(set) var path: [Any] = []
  private(set) var broken: String?

  init(seed: UInt64) { random = SeededGenerator(seed) }

  mutating func step() {
    switch random.below(20) {
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

/// The calls of all changes.
private final class CallCount: Sendable {
  private let count = Atomic(0)

  var now: Int { count.load(ordering: .relaxed) }

  func increase() { count.add(1, ordering: .relaxed) }
}

extension AnyBox {
  fileprivate var text: String { assumed(of: String.self).value }
}

extension LoadedValue {
  fileprivate var numbers: [Int] { value.assumed(of: [Int].self).value }
}

// MARK: The model

/// The edits of a loader as one array, all of which are applied again at every event.
private struct EditModel {
  enum Step {
    case shown(LoadEditID)
    case saved(LoadEditID)
    /// Saved as another change than the edit.
    case savedOtherwise(LoadEditID)
    case rolledBack(LoadEditID)
  }

  struct Edit {
    let id: LoadEditID
    let request: String?
    var isOther = false
    var savedAfter: UInt?

    /// What the edit appends.
    var number: Int { id.number + (isOther ? 10_000 : 0) }

    func matches(_ request: String?) -> Bool {
      self.request == nil || request == nil || self.request == request
    }

    func applies(to value: LoadedValue, asOf ticket: UInt) -> Bool {
      matches(value.request?.text) && savedAfter.map { $0 >= ticket } ?? true
    }
  }

  enum End { case saved, savedOtherwise, rolledBack }

  var edits: [Edit] = []
  private var early: [LoadEditID: End] = [:]
  private var discarded: Set<LoadEditID> = []

  func applied(_ machine: LoadMachine) -> [Edit] {
    guard let shown = machine.slots.shown(machine.core.shown), let asOf = machine.core.shownAsOf
    else { return [] }
    return edits.filter { $0.applies(to: shown, asOf: asOf) }
  }

  func count(over machine: LoadMachine) -> Int { applied(machine).count }

  func visible(over machine: LoadMachine) -> [Int]? {
    machine.slots.shown(machine.core.shown).map { $0.numbers + applied(machine).map(\.number) }
  }

  /// Returns the confirmed value with the saved edits that no unsaved one is below, and the calls.
  mutating func fold(into settled: LoadedValue?, asOf ticket: UInt?) -> ([Int]?, Int) {
    var (value, calls) = (settled?.numbers, 0)
    var remaining: [Edit] = []
    for edit in edits {
      var isShown = false
      if let settled, let ticket { isShown = edit.applies(to: settled, asOf: ticket) }
      let isBlocked = remaining.contains { $0.matches(settled?.request?.text) }
      if edit.savedAfter == nil || isShown && isBlocked {
        remaining.append(edit)
      } else if isShown {
        value?.append(edit.number)
        calls += 1
      }
    }
    edits = remaining
    return (value, calls)
  }

  /// Performs a step and returns whether the visible value may have changed.
  mutating func apply(_ step: Step, of request: String?, after ticket: UInt) -> Bool {
    switch step {
    case .shown(let id): show(Edit(id: id, request: request), after: ticket)
    case .saved(let id): finish(id, .saved, of: request, after: ticket)
    case .savedOtherwise(let id): finish(id, .savedOtherwise, of: request, after: ticket)
    case .rolledBack(let id): finish(id, .rolledBack, of: request, after: ticket)
    }
  }

  private mutating func show(_ edit: Edit, after ticket: UInt) -> Bool {
    var edit = edit
    if let end = early.removeValue(forKey: edit.id) {
      if end == .rolledBack { return false }
      (edit.savedAfter, edit.isOther) = (ticket, end == .savedOtherwise)
    }
    let newer = edits.firstIndex {
      $0.id.mutation == edit.id.mutation && $0.id.write > edit.id.write
    }
    edits.insert(edit, at: newer ?? edits.endIndex)
    return true
  }

  private mutating func finish(
    _ id: LoadEditID,
    _ end: End,
    of request: String?,
    after ticket: UInt
  ) -> Bool {
    guard let index = edits.firstIndex(where: { $0.id == id }) else {
      if discarded.remove(id) == nil { early[id] = end }
      return false
    }
    let isShown = edits[index].matches(request)
    if end == .rolledBack {
      edits.remove(at: index)
      return isShown
    }
    (edits[index].savedAfter, edits[index].isOther) = (ticket, end == .savedOtherwise)
    return end == .saved ? false : isShown
  }

  mutating func removeAll() {
    for edit in edits where edit.savedAfter == nil { discarded.insert(edit.id) }
    edits = []
  }
}

extension EditModel.Step {
  fileprivate func step(_ calls: CallCount) -> LoadEdits.Step {
    typealias Steps = EditSteps<String, [Int]>
    return switch self {
    case .shown(let id): Steps.shown(id, change(id.number, calls))
    case .saved(let id): Steps.saved(id)
    case .savedOtherwise(let id): Steps.saved(id, as: change(id.number + 10_000, calls))
    case .rolledBack(let id): Steps.rolledBack(id)
    }
  }

  private func change(_ number: Int, _ calls: CallCount) -> @Sendable (inout [Int]) -> Void {
    { value in
      calls.increase()
      value.append(number)
    }
  }
}

extension EditModel.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .shown(let id): "shown \(id.number)"
    case .saved(let id): "saved \(id.number)"
    case .savedOtherwise(let id): "savedOtherwise \(id.number)"
    case .rolledBack(let id): "rolledBack \(id.number)"
    }
  }
}

extension LoadEditID {
  fileprivate var number: Int { Int(mutation) * 1_000 + Int(write) }
}
