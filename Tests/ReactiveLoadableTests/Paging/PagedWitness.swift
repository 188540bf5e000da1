import Foundation
import ReactiveLoadable

/// Compares a paged loader with its reference model, and with the illegal states, through a whole
/// run.
final class PagedWitness: @unchecked Sendable {
  /// The broken laws.
  let broken = PublishRelay<String>()

  private enum Event {
    case starts(Int, PageRequest<String, Int>)
    case ends(Int, PageResult)
    case reports(Int, RowPage)
  }

  private struct LockedState {
    var model: PagedReference
    /// The events of the load function during an intent, to be applied to the model after it.
    var events: [Event] = []
    var isPerforming = false
    var isBroken = false
    /// The last published state.
    var last: KeyedState?
    var callCount = 0
    var running: [Int: PageRequest<String, Int>] = [:]
    var startedCalls = 0
    var endedCalls = 0
  }

  // SAFETY: touched only while the lock is held.
  private var lockedState: LockedState
  private let lock = NSLock()

  private let time: @Sendable () -> Duration

  init(_ policy: PagingPolicy, _ time: @escaping @Sendable () -> Duration) {
    lockedState = LockedState(model: PagedReference(policy))
    self.time = time
  }

  private func locked<R>(_ body: (inout LockedState) -> R) -> R {
    lock.withLock { body(&lockedState) }
  }

  var model: PagedReference { locked(\.model) }
}

// MARK: Events

extension PagedWitness {
  /// Starts a call of the load function; returns its number.
  func begin(_ request: PageRequest<String, Int>) -> Int {
    let number = locked { state in
      state.callCount += 1
      state.running[state.callCount] = request
      return state.callCount
    }
    note(.starts(number, request))
    return number
  }

  /// Records that a call is about to return its result, or has been cancelled.
  func end(_ call: Int, _ result: PageResult) {
    locked { $0.running[call] = nil }
    note(.ends(call, result))
  }

  /// Records that a call is about to report a part, and compares after it.
  func report(_ call: Int, _ page: RowPage, _ body: () -> Void) {
    note(.reports(call, page))
    body()
    let (isPerforming, last) = locked { ($0.isPerforming, $0.last) }
    if !isPerforming, let last { compare(last, "after a part of call \(call)") }
  }

  static let traces = ProcessInfo.processInfo.environment["PAGING_TRACE"] != nil

  private func note(_ event: Event) {
    if Self.traces { print("     ", event) }
    let now = time()
    let law = locked { state in
      state.model.now = now
      if state.isPerforming {
        state.events.append(event)
        return String?.none
      }
      return Self.apply(&state.model, event)
    }
    if Self.traces { print("      model:", model.sketch, model.list?.visible as Any, model.wanted) }
    if let law { fail(law) }
  }

  private static func apply(_ model: inout PagedReference, _ event: Event) -> String? {
    switch event {
    case .ends(let call, let result): model.ends(call: call, result)
    case .reports(let call, let page): model.reports(call: call, page)
    case .starts(let call, let request):
      if !model.starts(call: call, request) { return "unexpected request \(request)" }
    }
    return nil
  }

  private func fail(_ law: String) {
    let isFirst = locked { state in
      defer { state.isBroken = true }
      return !state.isBroken
    }
    if isFirst { broken.accept(law) }
  }

  /// Performs a step on the loader and on the model, and compares.
  func perform<R>(
    _ name: String,
    _ state: () -> KeyedState,
    real: () -> R,
    model: (inout PagedReference) -> Void
  ) -> R {
    compare(state(), "before \(name)")
    let now = time()
    locked { state in
      state.isPerforming = true
      state.model.now = now
    }
    if Self.traces { print(name, state().spacedSketch) }
    let result = real()
    if Self.traces { print("   ->", state().spacedSketch) }
    let laws = locked { state in
      state.isPerforming = false
      state.startedCalls += 1
      model(&state.model)
      let laws = state.events.compactMap { Self.apply(&state.model, $0) }
      state.events = []
      return laws + state.model.wanted.map { "\($0) is not requested" }
    }
    for law in laws { fail("\(law) at \(name)") }
    compare(state(), "after \(name)")
    return result
  }

  /// Records the outcome of a waiting call.
  func recordEnd(_ job: Int?, _ outcome: PagedReference.Outcome) {
    let expected = locked { state in
      state.endedCalls += 1
      return job.map { state.model.outcomes[$0] } ?? .skipped
    }
    if outcome != expected {
      fail("job \(job ?? 0) is \(outcome), the model says \(expected.map { "\($0)" } ?? "it runs")")
    }
  }

  func recordEnd() { locked { $0.endedCalls += 1 } }

  private func compare(_ state: KeyedState, _ step: String) {
    let model = model
    let expected = "\(model.sketch) with \(model.shown?.duplicates ?? 0) duplicates"
    let found = "\(state.spacedSketch) with \(state.latest?.duplicateCount ?? 0) duplicates"
    if found != expected { fail("\(step): \(found), the model says \(expected)") }
  }

  /// Checks the end of a run, when nothing is running.
  func conclude(_ state: KeyedState) {
    compare(state, "in the end")
    let final = locked { $0 }
    if state.isAtWork { fail("still loading at the end: \(state.sketch)") }
    if final.endedCalls != final.startedCalls {
      fail("\(final.startedCalls) calls, \(final.endedCalls) outcomes")
    }
    if !final.running.isEmpty { fail("the work ends") }
  }
}

// MARK: Illegal states

extension PagedWitness {
  /// Checks a published state.
  func receive(_ state: KeyedState) {
    locked { $0.last = state }
    for law in brokenLaws(state) { fail("\(law): \(state.sketch)") }
  }

  private func brokenLaws(_ state: KeyedState) -> [String] {
    guard let list = state.latest else { return [] }
    let first = PagedScript.first(of: list.key)
    var laws: [String] = []
    if Set(list.map(\.id)).count != list.count { laws.append("a duplicate id") }
    if !list.allSatisfy({ abs($0.id - first) < 50 || $0.text.contains("+") }) {
      laws.append("an item of another key")
    }
    return laws
  }
}

extension KeyedState {
  /// Whether any load is in flight.
  var isAtWork: Bool {
    isLoading || latest?.append.isLoading == true || latest?.prepend.isLoading == true
  }

  /// The sketch with spaces between the rows.
  var spacedSketch: String {
    guard let list = latest else { return sketch }
    let texts = list.map { "\($0.id)\($0.text)" }
    return sketch.replacingOccurrences(of: texts.joined(), with: texts.joined(separator: " "))
  }
}
