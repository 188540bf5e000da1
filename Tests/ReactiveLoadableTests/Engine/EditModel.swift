import ReactiveLoadable
import Synchronization

@testable import ReactiveLoading

/// The calls of all changes.
final class CallCount: Sendable {
  private let count = Atomic(0)

  var now: Int { count.load(ordering: .relaxed) }

  func increase() { count.add(1, ordering: .relaxed) }
}

extension AnyBox {
  var text: String { assumed(of: String.self).value }
}

extension LoadedValue {
  var numbers: [Int] { value.assumed(of: [Int].self).value }
}

/// The edits of a loader as one array, all of which are applied again at every event.
struct EditModel {
  enum Step {
    case shown(LoadEditID)
    case saved(LoadEditID)
    /// Saved as another change than the edit.
    case savedOtherwise(LoadEditID)
    case rolledBack(LoadEditID)
    /// Made by another source, as a change that appends a number.
    case made(Int, for: String?)
  }

  struct Edit {
    let id: LoadEditID
    let request: String?
    var made: Int?
    var isOther = false
    var savedAfter: UInt?

    /// What the edit appends.
    var number: Int { made ?? id.number + (isOther ? 10_000 : 0) }

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
    case .made(let number, let own): make(number, for: own, of: request, after: ticket)
    }
  }

  private mutating func make(
    _ number: Int,
    for own: String?,
    of request: String?,
    after ticket: UInt
  ) -> Bool {
    let edit = Edit(
      id: .ofNoWrite,
      request: own ?? request,
      made: number,
      savedAfter: ticket
    )
    edits.append(edit)
    return edit.matches(request)
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
  func step(_ calls: CallCount) -> LoadEdits.Step {
    typealias Steps = EditSteps<String, [Int]>
    return switch self {
    case .shown(let id): Steps.shown(id, change(id.number, calls))
    case .saved(let id): Steps.saved(id)
    case .savedOtherwise(let id): Steps.saved(id, as: change(id.number + 10_000, calls))
    case .rolledBack(let id): Steps.rolledBack(id)
    case .made(let number, let request): Steps.made(for: request, change(number, calls))
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
    case .made(let number, let request): "made \(number) for \(request ?? "the visible value")"
    }
  }
}

extension LoadEditID {
  fileprivate var number: Int { Int(mutation) * 1_000 + Int(write) }
}
