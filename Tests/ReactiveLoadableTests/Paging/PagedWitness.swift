import Foundation
import ReactiveLoadable

/// Compares a paged loader with its reference model, and with the illegal states, through a whole
/// run.
final class PagedWitness: @unchecked Sendable {
  /// The broken laws.
  let broken = PublishRelay<String>()

  private enum Event {
    case begins(Int, PageRequest<String, Int>)
    case ends(Int, PageResult)
  }

  private struct Knowledge {
    var model: PagedReference
    /// The events of the load function during an intent, to be applied to the model after it.
    var events: [Event] = []
    var isPerforming = false
    var isBroken = false
    var callCount = 0
    var running: [Int: PageRequest<String, Int>] = [:]
    var startedCalls = 0
    var endedCalls = 0
  }

  // SAFETY: touched only while the lock is held.
  private var knowledge: Knowledge
  private let lock = NSLock()

  private let time: @Sendable () -> Duration

  init(_ policy: PagingPolicy, _ time: @escaping @Sendable () -> Duration) {
    knowledge = Knowledge(model: PagedReference(policy))
    self.time = time
  }

  private func know<R>(_ body: (inout Knowledge) -> R) -> R {
    lock.withLock { body(&knowledge) }
  }

  var model: PagedReference { know(\.model) }
}

// MARK: Events

extension PagedWitness {
  /// Starts a call of the load function; returns its number.
  func begin(_ request: PageRequest<String, Int>) -> Int {
    let number = know { known in
      known.callCount += 1
      known.running[known.callCount] = request
      return known.callCount
    }
    note(.begins(number, request))
    return number
  }

  /// Records that a call is about to return its result, or has been cancelled.
  func end(_ call: Int, _ result: PageResult) {
    know { $0.running[call] = nil }
    note(.ends(call, result))
  }

  static let traces = ProcessInfo.processInfo.environment["PAGING_TRACE"] != nil

  private func note(_ event: Event) {
    if Self.traces { print("     ", event) }
    let now = time()
    let law = know { known in
      known.model.now = now
      if known.isPerforming {
        known.events.append(event)
        return String?.none
      }
      return Self.apply(&known.model, event)
    }
    if Self.traces { print("      model:", model.sketch, model.list?.seen as Any, model.wanted) }
    if let law { fail(law) }
  }

  private static func apply(_ model: inout PagedReference, _ event: Event) -> String? {
    switch event {
    case .ends(let call, let result): model.ends(call: call, result)
    case .begins(let call, let request):
      if !model.begins(call: call, request) { return "unexpected request \(request)" }
    }
    return nil
  }

  private func fail(_ law: String) {
    let isFirst = know { known in
      defer { known.isBroken = true }
      return !known.isBroken
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
    know { known in
      known.isPerforming = true
      known.model.now = now
    }
    if Self.traces { print(name, state().spacedSketch) }
    let result = real()
    if Self.traces { print("   ->", state().spacedSketch) }
    let laws = know { known in
      known.isPerforming = false
      known.startedCalls += 1
      model(&known.model)
      let laws = known.events.compactMap { Self.apply(&known.model, $0) }
      known.events = []
      return laws + known.model.wanted.map { "\($0) is not requested" }
    }
    for law in laws { fail("\(law) at \(name)") }
    compare(state(), "after \(name)")
    return result
  }

  /// Records the outcome of a waiting call.
  func recordEnd(_ job: Int?, _ outcome: PagedReference.Outcome) {
    let expected = know { known in
      known.endedCalls += 1
      return job.map { known.model.outcomes[$0] } ?? .skipped
    }
    if outcome != expected {
      fail("job \(job ?? 0) is \(outcome), the model says \(expected.map { "\($0)" } ?? "it runs")")
    }
  }

  func recordEnd() { know { $0.endedCalls += 1 } }

  private func compare(_ state: KeyedState, _ moment: String) {
    let model = model
    let expected = "\(model.sketch) with \(model.shown?.duplicates ?? 0) duplicates"
    let found = "\(state.spacedSketch) with \(state.latest?.duplicateCount ?? 0) duplicates"
    if found != expected { fail("\(moment): \(found), the model says \(expected)") }
  }

  /// Checks the end of a run, when nothing is running.
  func conclude(_ state: KeyedState) {
    compare(state, "in the end")
    let known = know { $0 }
    if state.isAtWork { fail("still loading at the end: \(state.sketch)") }
    if known.endedCalls != known.startedCalls {
      fail("\(known.startedCalls) calls, \(known.endedCalls) outcomes")
    }
    if !known.running.isEmpty { fail("the work ends") }
  }
}

// MARK: Illegal states

extension PagedWitness {
  /// Checks a published state.
  func see(_ state: KeyedState) {
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
