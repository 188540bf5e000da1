import ReactiveLoadable

@testable import ReactiveLoading
@testable import ReactivePaging

/// A list with unsaved edits of writes, its server, and the confirmed list.
///
/// The confirmed list is a second machine with the same events, which receives an edit when its
/// write is saved, and no edit whose write fails. The visible list is made from it by a separate
/// fold.
struct UnsavedWorld: ExploredWorld {
  typealias Machine = PagedMachine<String, Int, Row, SampleError>

  enum Step {
    case load, loadOther, refresh, next, cancel, reset, page, lastPage, part, fail
    case begin(UnsavedWrite.Kind)
    case saveFirst, saveLast, saveOtherwise, failFirst, failLast, endDropped
  }

  private var machine: Machine
  private var confirmed: Machine
  private var server = UnsavedServer()
  /// The server at the request of each attempt in flight.
  private var requested: [UInt: UnsavedServer] = [:]
  /// The attempts that have reported a part.
  private var reported: Set<UInt> = []
  private var unsaved: [UnsavedWrite] = []
  private var saved: [UnsavedWrite] = []
  private var dropped: [UnsavedWrite] = []
  private var lastWrite = 0
  /// True if the last event publishes a state.
  private var isPublished = false
  private(set) var broken: String?

  init(isLoaded: Bool) {
    let policy = PagingPolicy(
      load: LoadPolicy(freshness: .forever),
      prefetchDistance: 1,
      cachedLists: 1
    )
    (machine, confirmed) = (
      Machine(policy.resolved) { _ in .second }, Machine(policy.resolved) { _ in .second }
    )
    if isLoaded { for step in [Step.load, .page] { take(step) } }
  }

  var possibleSteps: [Step] {
    var steps: [Step] = [.load, .loadOther]
    let work = machine.core.work
    if confirmed.core.list != nil || !work.isEmpty { steps += [.refresh, .reset] }
    if confirmed.core.list != nil, work.count < 2 { steps.append(.next) }
    if !work.isEmpty { steps += [.cancel, .page, .fail] }
    if work.count > 1 { steps.append(.lastPage) }
    if let last = work.last, !reported.contains(last.attempts.ticket) { steps.append(.part) }
    if lastWrite < 9, unsaved.count < 3 { steps += UnsavedWrite.Kind.allCases.map { .begin($0) } }
    if !unsaved.isEmpty { steps += [.saveFirst, .saveOtherwise, .failFirst] }
    if unsaved.count > 1 { steps += [.saveLast, .failLast] }
    if !dropped.isEmpty { steps.append(.endDropped) }
    return steps
  }

  mutating func take(_ step: Step) {
    let before = machine.state
    (machine, confirmed, isPublished) = (machine.copy(), confirmed.copy(), false)
    switch step {
    case .load: perform(.loadIfNeeded("a"))
    case .loadOther: perform(.loadIfNeeded("b"))
    case .refresh: perform(.refresh)
    case .next: perform(.next)
    case .cancel: perform(.cancel)
    case .reset:
      perform(.reset)
      (dropped, unsaved) = (dropped + unsaved, [])
    case .page: if let work = machine.core.work.first { answer(work) }
    case .lastPage: if let work = machine.core.work.last { answer(work) }
    case .part: if let work = machine.core.work.last { report(work) }
    case .fail:
      if let ticket = machine.core.work.first?.attempts.ticket {
        let failure = LoadSlots.Payload(failure: ReactiveLoading.Box(SampleError.first))
        handle(.attempt(.failed(mayRetry: false), of: ticket), failure)
      }
    case .begin(let kind): begin(kind)
    case .saveFirst: save(unsaved.removeFirst())
    case .saveLast: save(unsaved.removeLast())
    case .saveOtherwise: save(unsaved.removeFirst(), otherwise: true)
    case .failFirst: end(unsaved.removeFirst(), .rolledBack)
    case .failLast: end(unsaved.removeLast(), .rolledBack)
    case .endDropped: end(dropped.removeFirst(), .saved(nil))
    }
    follow()
    if broken == nil { broken = brokenLaw(since: before) }
  }
}

// MARK: Events

extension UnsavedWorld {
  private mutating func perform(_ intent: PagedIntent<String, Row>) {
    isPublished = machine.perform(intent, at: .zero).change == .shown
    _ = confirmed.perform(intent, at: .zero)
  }

  private mutating func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    isPublished = machine.handle(event, payload, at: .zero).change == .shown
    _ = confirmed.handle(event, payload, at: .zero)
  }

  private mutating func edit(_ step: EditStep) {
    isPublished = machine.edit([step], at: .zero).change == .shown
  }

  private mutating func answer(_ work: PagingCore.Work) {
    guard let page = page(of: work) else { return }
    let payload = LoadSlots.Payload(value: ReactiveLoading.Box(page))
    handle(.attempt(.succeeded, of: work.attempts.ticket), payload)
  }

  /// Reports the first row of a page.
  private mutating func report(_ work: PagingCore.Work) {
    guard var page = page(of: work) else { return }
    page.items = Array(page.items.prefix(1))
    reported.insert(work.attempts.ticket)
    let payload = LoadSlots.Payload(value: ReactiveLoading.Box(page))
    handle(.attempt(.reported, of: work.attempts.ticket), payload)
  }

  private func page(of work: PagingCore.Work) -> RowPage? {
    guard let request = machine.request(work.target)?.value else { return nil }
    return requested[work.attempts.ticket]?.page(request.cursor ?? 0, of: request.key)
  }

  private mutating func begin(_ kind: UnsavedWrite.Kind) {
    lastWrite += 1
    let key = (confirmed.core.currentKey ?? confirmed.core.lastKey).flatMap {
      confirmed.key($0)?.key
    }
    let write = UnsavedWrite(number: lastWrite, kind: kind, key: key)
    unsaved.append(write)
    edit(.shown(write.id, write.editor, ReactiveLoading.Box(())))
  }

  private mutating func end(_ write: UnsavedWrite, _ result: EditResult) {
    edit(.ended(write.id, result))
  }

  private mutating func save(_ write: UnsavedWrite, otherwise: Bool = false) {
    saved.append(write)
    let edits = write.edits(otherwise: otherwise)
    for edit in edits { server.perform(edit, of: write.key ?? "a") }
    end(write, .saved(otherwise ? ReactiveLoading.Box(()) : nil))
    let key = write.key.flatMap(confirmed.existingNumber)
    _ = confirmed.handle(at: .zero, mayHideRows: true) { [confirmed] decision in
      for edit in edits where !edit.isInsertion || (key == nil) == (write.key == nil) {
        let saved = Machine.Unsaved.Saved(key: key, edits: edits, isVisible: false)
        confirmed.apply(edit, of: saved, &decision)
      }
    }
  }

  /// Records the requests of the attempts that have started, and the list of the first edits.
  private mutating func follow() {
    let tickets = machine.core.work.map(\.attempts.ticket)
    requested = requested.filter { tickets.contains($0.key) }
    for ticket in tickets where requested[ticket] == nil { requested[ticket] = server }
    guard let key = confirmed.visibleList?.key else { return }
    for place in unsaved.indices where unsaved[place].key == nil { unsaved[place].key = key }
  }
}

// MARK: Laws

extension UnsavedWorld {
  private func brokenLaw(since before: KeyedState) -> String? {
    if machine.state != before, !isPublished {
      return "\(machine.state.sketch) is not published after \(before.sketch)"
    }
    let works = [machine, confirmed].map { $0.core.work.map(\.attempts.ticket) }
    if works[0] != works[1] { return "unsaved edits change the work: \(works)" }
    if unsaved.isEmpty, machine.state != confirmed.state {
      return
        "without unsaved edits \(machine.state.sketch) is visible, not \(confirmed.state.sketch)"
    }
    if unsaved.isEmpty, dropped.isEmpty, works[0].isEmpty, machine.unsaved != nil {
      return "an edit is left"
    }
    let list = confirmed.visibleList
    let expected = list.map { list in
      unsaved.reduce(into: Array(list)) { $1.apply(to: &$0, of: list.key) }
    }
    if machine.visibleList.map(Array.init) != expected {
      return
        "\(machine.state.sketch) is visible, not \(expected ?? []) over \(confirmed.state.sketch)"
    }
    if machine.visibleList?.append != list?.append
      || machine.state.isLoading != confirmed.state.isLoading
    {
      return "unsaved edits change the state \(confirmed.state.sketch): \(machine.state.sketch)"
    }
    return lawOfRows(expected ?? [])
  }

  /// Each row is in a list once, with each change that is unsaved or saved once, and no other.
  private func lawOfRows(_ rows: [Row]) -> String? {
    if Set(rows.map(\.id)).count != rows.count { return "a row is visible twice: \(rows)" }
    let numbers = Set((saved + unsaved).map(\.number))
    let changed = Set((saved + unsaved).filter { $0.kind == .change }.map(\.number))
    for row in rows {
      let (tens, number) = row.id.quotientAndRemainder(dividingBy: 10)
      if tens > 0, !numbers.contains(number) { return "\(row) is visible after its rollback" }
      let changes = row.text.compactMap(\.wholeNumberValue)
      if Set(changes).count != changes.count { return "\(row) has a change twice" }
      if !changed.isSuperset(of: changes) { return "\(row) has a change after its rollback" }
      if [2, 3].contains(row.id), !changed.isSubset(of: changes) { return "\(row) lacks a change" }
    }
    return nil
  }
}
