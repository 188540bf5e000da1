import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// Every order of loads and edits up to a depth, against a server that performs every request
/// (L12, L16).
@Suite struct `Laws of edits over all event orders` {
  // On a separate thread, because it takes so long that other tests would wait for the pool.
  @Test func `every edit shows once while it is saved or unsaved, and never after a rollback`()
    async
  {
    let results = Log<(broken: [String], orders: Int)>()
    await onOwnThread {
      let exploration = Exploration(EditWorld(), depth: 7)
      results.note((exploration.broken, exploration.orders))
    }
    let result = results.entries.first
    #expect(result?.broken == [])
    #expect(result?.orders ?? 0 > 400_000, "the exploration ends early")
  }
}

/// A loader's machine, a server with a list, and clients that append to that list.
///
/// A push is a change that another client has saved, and whose message arrives immediately.
private struct EditWorld: ExploredWorld {
  typealias Machine = LoadStateMachine<String, [Int], SampleError>

  enum Step {
    case load, refresh, cancel, reset, turn, answer, fail, failToRetry, delayElapsed
    case edit, saveFirst, saveLast, saveOtherwise, rollBack, push
  }

  var machine = Machine(LoadPolicy(retry: .constant(.seconds(1), limit: 1)))
  /// The server's value, and its value at the request of the current attempt.
  var server = [0]
  var requestedValue: [Int] = []
  var ticket: UInt = 0
  var isWaiting = false
  /// Whether the current attempt may still wait in a queue.
  var isQueued = false
  /// The edits that are not saved yet.
  var unsaved: [Int] = []
  var lastEdit = 0
  /// The items of saved edits, except those before a reset.
  var saved: [Int] = []
  var broken: String?

  var possibleSteps: [Step] {
    var steps: [Step] = [.load, .refresh, .cancel, .reset, .edit]
    if machine.state.isLoading {
      steps += isWaiting ? [.delayElapsed] : [.answer, .fail, .failToRetry]
      if !isWaiting, isQueued, !saved.isEmpty { steps.append(.turn) }
    }
    if lastEdit < 3 { steps.append(.push) }
    if !unsaved.isEmpty { steps += [.saveFirst, .rollBack] }
    if unsaved.count > 1 { steps.append(.saveLast) }
    if unsaved.count == 1 { steps.append(.saveOtherwise) }
    return steps
  }

  mutating func take(_ step: Step) {
    switch step {
    case .load: handle(.intent(.load("a")))
    case .refresh: handle(.intent(.refresh))
    case .cancel: handle(.intent(.cancel))
    case .reset:
      handle(.intent(.reset))
      (unsaved, saved) = ([], [])
    case .turn:
      handle(.started(ticket))
      (requestedValue, isQueued) = (server, false)
    case .answer:
      handle(.succeeded(ticket, requestedValue))
    case .fail: handle(.failed(ticket, .first))
    case .failToRetry: handle(.failed(ticket, .first, mayRetry: true))
    case .delayElapsed: handle(.delayElapsed(ticket))
    case .edit: edit()
    case .saveFirst: save(unsaved.removeFirst())
    case .saveLast: save(unsaved.removeLast())
    case .saveOtherwise: saveOtherwise(unsaved.removeFirst())
    case .push: push()
    case .rollBack: handle(.edited([Machine.Edits.rolledBack(id(unsaved.removeLast()))]))
    }
    check(step)
  }

  private mutating func edit() {
    lastEdit += 1
    let edit = lastEdit
    unsaved.append(edit)
    handle(.edited([Machine.Edits.shown(id(edit)) { $0.append(edit) }]))
  }

  private mutating func push() {
    lastEdit += 1
    let edit = lastEdit
    server.append(edit)
    saved.append(edit)
    handle(.edited([Machine.Edits.made { $0.append(edit) }]))
  }

  private mutating func save(_ edit: Int) {
    server.append(edit)
    saved.append(edit)
    handle(.edited([Machine.Edits.saved(id(edit))]))
  }

  /// Stores another item than the client sent.
  private mutating func saveOtherwise(_ edit: Int) {
    server.append(edit + 100)
    saved.append(edit + 100)
    handle(.edited([Machine.Edits.saved(id(edit)) { $0.append(edit + 100) }]))
  }

  private func id(_ edit: Int) -> LoadEditID { LoadEditID(mutation: 1, write: UInt(edit)) }

  private mutating func handle(_ event: Machine.Event) {
    switch machine.handle(event) {
    case .start(let attempt), .replace(let attempt), .attempt(let attempt):
      (ticket, requestedValue, isWaiting, isQueued) = (attempt.ticket, server, false, true)
    case .wait(let wait, _): (ticket, isWaiting) = (wait, true)
    case .none, .silent, .skip, .join, .publish, .end: break
    }
  }

  private mutating func check(_ step: Step) {
    guard broken == nil, let shown = machine.state.latest else { return }
    let here = Set(shown)
    if here.count != shown.count { broken = "an edit shows twice: \(shown)" }
    let missing = Set(unsaved + saved).subtracting(here)
    if !missing.isEmpty { broken = "an edit is missing: \(missing) not in \(shown)" }
    let strangers = here.subtracting(unsaved + server)
    if !strangers.isEmpty { broken = "an edit shows after its rollback: \(strangers)" }
    if !machine.state.isLoading, unsaved.isEmpty, !machine.edits.isEmpty {
      broken = "a saved edit is not in the value after the last load"
    }
  }
}
