import Foundation
import ReactiveLoadable

@testable import ReactiveLoading

/// A machine of a load whose events and actions have their requests and values, in the form of
/// tests.
struct LoadStateMachine<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  typealias Edits = EditSteps<Request, Value>
  typealias Ticket = UInt
  typealias Attempt = LoadAttempt<Request>

  enum Event {
    case intent(LoadIntent<Request, Value>)
    case cancelLoad(Ticket)
    case work(LoadWorkEvent<Value, Failure>)
    case started(Ticket)
    /// The record of the request has arrived, in the first attempt.
    case restored(Ticket, Value, age: Duration)
    case edited([LoadEdits.Step])
    case close
  }

  enum Action {
    case none, silent
    case skip(SkipReason)
    case join, publish
    case wait(Ticket, retry: Int)
    case attempt(Attempt)
    case start(Attempt)
    case replace(Attempt)
    case end(LoadOutcome<Value, Failure>)
  }

  var machine: LoadMachine
  /// A Boolean value that indicates whether the last decision publishes the state.
  private(set) var publishes = false

  init(_ policy: LoadPolicy = LoadPolicy()) { machine = LoadMachine(policy.resolved) }

  var state: Loadable<Value, Failure> { machine.erasedState.state() }
  /// The edits from the oldest to the newest.
  var edits: [LoadEditID] { machine.edits?.value.stack.all.map(\.id) ?? [] }

  mutating func handle(_ event: Event, at now: Duration = .zero) -> Action {
    let before = machine.core.cycle
    let action = decide(event, now).action
    publishes = action.publishes
    if publishes { machine.foldEdits() }
    guard let cycle = machine.core.cycle else { return settled(action, after: event) }
    let work = WorkChange(from: before, to: cycle)
    return switch work {
    case .none, .end: settled(action, after: event)
    case .start: .start(LoadAttempt(cycle.ticket, of: machine))
    case .replace: .replace(LoadAttempt(cycle.ticket, of: machine))
    case .proceed where cycle.isWaiting: .wait(cycle.ticket, retry: cycle.retries)
    case .proceed: .attempt(LoadAttempt(cycle.ticket, of: machine))
    }
  }

  private func settled(_ action: LoadCore.Action, after event: Event) -> Action {
    switch action {
    case .none: .none
    case .silent: .silent
    case .skip(let reason): .skip(reason)
    case .join: .join
    case .publish: .publish
    case .end(let end):
      if case .work(let work) = event {
        .end(LoadOutcome(AnyLoadOutcome(end, work.payload.value, work.payload.failure)))
      } else if case .restored(_, let value, _) = event {
        .end(.loaded(value))
      } else {
        .end(LoadOutcome(AnyLoadOutcome(end)))
      }
    }
  }

  private mutating func decide(_ event: Event, _ now: Duration) -> LoadCore.Decision {
    switch event {
    case .intent(let intent): machine.perform(intent, at: now)
    case .cancelLoad(let ticket): machine.handle(.cancelLoad(ticket))
    case .work(let work): machine.receive(work.event, work.payload, at: now)
    case .started(let ticket): machine.handle(.started(ticket))
    case .restored(let ticket, let value, let age):
      machine.handle(
        .restored(of: ticket, age: age, isStale: false),
        LoadCore.Comparisons(),
        LoadSlots.Payload(value: SavedBox(value, savedAt: .distantPast)),
        at: now
      )
    case .edited(let steps): machine.edit(steps)
    case .close: machine.handle(.close)
    }
  }
}

extension LoadStateMachine.Action {
  var publishes: Bool {
    switch self {
    case .none, .silent, .skip, .join, .attempt: false
    case .publish, .wait, .start, .replace, .end: true
    }
  }
}

/// A report of a load function.
enum LoadReport<Value: Sendable> {
  case value(Value)
  case progress(LoadProgress)
}

/// An event of the work, with its value or its error.
enum LoadWorkEvent<Value: Sendable, Failure: Error> {
  case reported(UInt, LoadReport<Value>)
  case succeeded(UInt, Value)
  case failed(UInt, Failure, mayRetry: Bool = false)
  case threwCancellation(UInt)
  case delayElapsed(UInt)
  case timedOut(UInt, Failure?)

  /// The event without its value and its error.
  var event: LoadCore.Event {
    switch self {
    case .reported(let ticket, .value): .attempt(.reported, of: ticket)
    case .reported(let ticket, .progress(let progress)):
      .attempt(.reported, of: ticket, progress: progress)
    case .succeeded(let ticket, _): .attempt(.succeeded, of: ticket)
    case .failed(let ticket, _, let mayRetry): .attempt(.failed(mayRetry: mayRetry), of: ticket)
    case .threwCancellation(let ticket): .attempt(.threwCancellation, of: ticket)
    case .delayElapsed(let ticket): .attempt(.delayElapsed, of: ticket)
    case .timedOut(let ticket, let error):
      .attempt(.timedOut(isFailure: error != nil), of: ticket)
    }
  }

  var payload: LoadSlots.Payload {
    switch self {
    case .reported(_, .value(let value)), .succeeded(_, let value):
      LoadSlots.Payload(value: Box(value))
    case .failed(_, let error, _), .timedOut(_, let error?): LoadSlots.Payload(failure: Box(error))
    case .reported(_, .progress), .threwCancellation, .delayElapsed, .timedOut(_, nil):
      LoadSlots.Payload()
    }
  }

  private typealias Box = ReactiveLoadable.Box
}

/// One call of the work.
struct LoadAttempt<Request: Hashable & Sendable> {
  let load: UInt
  let ticket: UInt
  let request: Request

  init(_ ticket: UInt, of machine: LoadMachine) {
    guard let run = machine.core.run, let request = machine.slots.running else {
      preconditionFailure("An attempt has a request.")
    }
    (load, self.ticket, self.request) = (
      run.cycle.first, ticket, request.assumed(of: Request.self).value
    )
  }
}

/// Steps of edits whose changes are given as closures, in the form of tests.
enum EditSteps<Request: Hashable & Sendable, Value: Sendable> {
  typealias Change = @Sendable (inout Value) -> Void

  private struct Contents: Sendable { let change: Change }
  private typealias Box = ReactiveLoadable.Box

  static func shown(_ id: LoadEditID, _ change: @escaping Change) -> LoadEdits.Step {
    let editor = LoadEditor<Request, Value>(confirms: true) { input, output, value in
      (output ?? input).assumed(of: Contents.self).value.change(&value)
    }
    return .shown(id, editor, Box(Contents(change: change)))
  }

  /// The end of an edit, possibly as another change.
  static func saved(_ id: LoadEditID, as change: Change? = nil) -> LoadEdits.Step {
    .ended(id, .saved(change.map { Box(Contents(change: $0)) }))
  }

  static func rolledBack(_ id: LoadEditID) -> LoadEdits.Step { .ended(id, .rolledBack) }

  /// An edit of another source than a write.
  static func made(for request: Request? = nil, _ change: @escaping Change) -> LoadEdits.Step {
    let editor = LoadEditor<Request, Value>(confirms: false) { _, _, value in change(&value) }
    return .made(editor, for: request.map { Box($0) })
  }
}
