import TestSupport
import Testing

@testable import ReactiveLoadable

/// The core with its slots decides as the state machine of a loader, in every order of events.
@Suite struct `A load core is like the state machine of a loader` {
  @Test(arguments: LoadLetter.policies)
  func `All orders of four events have the same decisions and states`(_ policy: LoadPolicy) {
    var orders = 0
    #expect(LoadPair(policy).firstDifference(in: 4, &orders) == nil)
    #expect(orders == 331_776)
  }

  @Test(arguments: 0..<8)
  func `Long random orders have the same decisions and states`(seed: UInt64) throws {
    var chance = Seeded(seed)
    for _ in 0..<250 {
      let policy = try #require(LoadLetter.policies.randomElement(using: &chance))
      var pair = LoadPair(policy)
      for _ in 0..<40 {
        // A closed load stays closed.
        guard let letter = LoadLetter.allCases.dropLast().randomElement(using: &chance) else {
          return
        }
        pair.take(letter)
        if pair.difference != nil { break }
      }
      #expect(pair.difference == nil, "seed \(seed)")
    }
  }

  @Test func `The core prints its phase, its cause and what it shows`() {
    var core = LoadCore(LoadPolicy().rules)
    #expect("\(core)" == "notRequested")
    _ = core.handle(.intent(.load), LoadCore.Facts(hasRequest: true))
    #expect("\(core)" == "loading load 1 showing none over notRequested")
    _ = core.handle(.intent(.invalidate), LoadCore.Facts())
    #expect("\(core)" == "loading load 1 showing none over notRequested, outdated")
    _ = core.handle(.close, LoadCore.Facts())
    #expect("\(core)" == "closed over notRequested")
  }
}

/// The named alphabet of events; those of a load have its current ticket.
enum LoadLetter: CaseIterable {
  case loadA, loadB, loadAIfNeeded, loadBIfNeeded, refresh, retry, cancel, reset, set, invalidate
  case partial, samePartial, progress, succeeded, late, failed, failedMayRetry, gaveUp, waited
  case expired, expiredAsCancel, begun, later
  case close

  static let policies: [LoadPolicy] = [
    LoadPolicy(),
    LoadPolicy(
      previous: .always,
      duplicate: .replace,
      freshness: .lasting(.seconds(1)),
      retry: .constant(.zero, limit: 1)
    ),
    LoadPolicy(previous: .never, interruption: .ignore, retry: .constant(.zero, limit: 2)),
    LoadPolicy(
      previous: .ofSameRequest,
      duplicate: .replace,
      freshness: .never,
      retry: .constant(.zero, limit: 1)
    ),
  ]
}

/// A core with slots and a state machine, which receive the same events.
struct LoadPair {
  typealias Machine = LoadStateMachine<String, Int, SampleError>
  typealias Slots = LoadSlots<String, Int, SampleError>

  private var machine: Machine
  private var core: LoadCore
  private var slots = Slots()
  private var now = Duration.zero
  private var value = 0
  private var path: [LoadLetter] = []
  /// The first event after which they differ, with the events before it.
  private(set) var difference: String?

  init(_ policy: LoadPolicy) {
    machine = Machine(policy)
    core = LoadCore(policy.rules)
  }

  /// Explores all orders of a length; returns the first difference.
  func firstDifference(in length: Int, _ orders: inout Int) -> String? {
    if length == 0 {
      orders += 1
      return nil
    }
    for letter in LoadLetter.allCases {
      var next = self
      next.take(letter)
      if let difference = next.difference { return difference }
      if let found = next.firstDifference(in: length - 1, &orders) { return found }
    }
    return nil
  }

  mutating func take(_ letter: LoadLetter) {
    path.append(letter)
    guard let event = event(letter) else {
      now += .seconds(1)
      return
    }
    let expected = machine.handle(event, at: now)
    let decision = decide(event)
    let isSame =
      expected.kind == decision.action && machine.state == slots.state(of: core)
      && isSameInside
    if !isSame { difference = "\(path): \(expected), but \(decision); \(core)" }
  }
}

// MARK: The events

extension LoadPair {
  private var run: LoadCore.Run? { core.run }

  private mutating func event(_ letter: LoadLetter) -> Machine.Event? {
    let (first, ticket) = (run?.cycle.first ?? 0, run?.cycle.ticket ?? 0)
    value += 1
    return switch letter {
    case .loadA: .intent(.load("a"))
    case .loadB: .intent(.load("b"))
    case .loadAIfNeeded: .intent(.loadIfNeeded("a"))
    case .loadBIfNeeded: .intent(.loadIfNeeded("b"))
    case .refresh: .intent(.refresh)
    case .retry: .intent(.retry)
    case .cancel: .intent(.cancel)
    case .reset: .intent(.reset)
    case .set: .intent(.set(value))
    case .invalidate: .intent(.invalidate)
    case .partial: .heard(.reported(ticket, .value(value)))
    case .samePartial: .heard(.reported(ticket, .value(machine.state.latest ?? 0)))
    case .progress: .heard(.reported(ticket, .progress(LoadProgress(fraction: 0.5))))
    case .succeeded: .heard(.succeeded(ticket, value))
    case .late: .heard(.succeeded(first == ticket ? ticket &- 1 : first, -1))
    case .failed: .heard(.failed(ticket, .first))
    case .failedMayRetry: .heard(.failed(ticket, .second, mayRetry: true))
    case .gaveUp: .heard(.gaveUp(ticket))
    case .waited: .heard(.waited(ticket))
    case .expired: .heard(.expired(first, .first))
    case .expiredAsCancel: .heard(.expired(first, nil))
    case .begun: .begun(ticket)
    case .later: nil
    case .close: .close
    }
  }

  /// Makes the decision of the core, as a shell does.
  private mutating func decide(_ event: Machine.Event) -> LoadCore.Decision {
    switch event {
    case .intent(let intent): decide(intent)
    case .cancelLoad(let load): apply(.cancelLoad(load))
    case .begun(let ticket): apply(.begun(ticket))
    case .close: apply(.close)
    case .edited: .none
    case .heard(let news): decide(EmbeddedNews(what: .heard(news)))
    }
  }

  private mutating func decide(_ intent: LoadIntent<String, Int>) -> LoadCore.Decision {
    switch intent {
    case .load(let request): apply(.intent(.load), of: ReactiveLoadable.Box(request))
    case .loadIfNeeded(let request):
      apply(.intent(.loadIfNeeded), of: ReactiveLoadable.Box(request))
    case .refresh: apply(.intent(.refresh), of: slots.request(of: .refresh))
    case .retry: apply(.intent(.retry), of: slots.request(of: .retry))
    case .cancel: apply(.intent(.cancel))
    case .reset: apply(.intent(.reset))
    case .set(let value): apply(.intent(.set), value: ReactiveLoadable.Box(value))
    case .invalidate: apply(.intent(.invalidate))
    }
  }

  private mutating func decide(_ news: EmbeddedNews<Int, SampleError>) -> LoadCore.Decision {
    var facts = LoadCore.Facts()
    if core.showsValue(of: news.event), let shown = slots.shown(core.shown)?.value {
      facts.isKnownEqual = shown == news.value
    }
    return apply(news.event, facts, Slots.Incoming(value: news.value, failure: news.failure))
  }

  private mutating func apply(
    _ event: LoadCore.Event,
    of request: ReactiveLoadable.Box<String>? = nil,
    value: ReactiveLoadable.Box<Int>? = nil
  ) -> LoadCore.Decision {
    let facts = request.map { slots.facts(about: $0.value) } ?? LoadCore.Facts()
    return apply(event, facts, Slots.Incoming(request: request, value: value))
  }

  private mutating func apply(
    _ event: LoadCore.Event,
    _ facts: LoadCore.Facts,
    _ incoming: Slots.Incoming
  ) -> LoadCore.Decision {
    let decision = core.handle(event, facts, at: now)
    slots.apply(decision.move, incoming)
    return decision
  }
}

// MARK: Comparing

extension LoadPair {
  /// A Boolean value that indicates whether the hidden parts agree.
  private var isSameInside: Bool {
    machine.lastTicket == core.tickets.last && machine.lastRequest == slots.last?.value
      && machine.shown?.asOf == core.shownAsOf
      && machine.shown?.value == slots.shown(core.shown)?.value.value
      && machine.shown?.request == slots.shown(core.shown)?.request?.value && isSamePhase
  }

  private var isSamePhase: Bool {
    switch (machine.phase, core.phase) {
    case (.settled(let one), .settled), (.closed(let one), .closed): isSame(one)
    case (.loading(let one), .loading(let other)):
      isSame(one.settled) && one.load == other.cycle.first && one.request == slots.running?.value
        && one.cause == other.cause && one.activity.isWaiting == other.cycle.isWaiting
        && one.retries == other.cycle.retries && one.progress == other.progress
        && one.isOutdated == other.isOutdated && one.askedAt == other.askedAt
    case (.settled, _), (.loading, _), (.closed, _): false
    }
  }

  private func isSame(_ one: Machine.Settled) -> Bool {
    let isSameValue =
      one.shown?.value == slots.value?.value.value
      && one.shown?.request == slots.value?.request?.value
      && one.shown?.asOf == core.settled.asOf && one.request == slots.settledRequest?.value
    return switch (one, core.settled) {
    case (.notRequested, .notRequested): isSameValue
    case (.loaded(_, let one), .loaded(_, let other)): isSameValue && one == other
    case (.failed(let error, _, let one, _), .failed(let other, _)):
      isSameValue && one == other && error == slots.failure?.failure.value
    case (.notRequested, _), (.loaded, _), (.failed, _): false
    }
  }
}

extension LoadStateMachine.Action {
  /// The action without its values.
  fileprivate var kind: LoadCore.Action {
    switch self {
    case .none: .none
    case .silent: .silent
    case .skip(let reason): .skip(reason)
    case .join: .join
    case .publish: .publish
    case .wait(let ticket, let retry): .wait(ticket, retry: retry)
    case .attempt(let attempt): .attempt(attempt.ticket)
    case .start(let attempt): .start(attempt.ticket)
    case .replace(let attempt): .replace(attempt.ticket)
    case .end(.loaded): .end(.loaded)
    case .end(.failed): .end(.failed)
    case .end: .end(.cancelled)
    }
  }
}
