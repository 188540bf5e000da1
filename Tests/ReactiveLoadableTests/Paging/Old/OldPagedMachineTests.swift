import Foundation
import TestSupport
import Testing

@testable import ReactiveLoadable

/// The new machine of paged lists beside the old one, event by event.
@Suite struct `The machine of paged lists agrees with the old one` {
  static func number(_ name: String, _ other: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? other
  }

  @Test func `over random scripts`() {
    let first = Self.number("PAGED_SEED", 0)
    for seed in first..<(first + Self.number("PAGED_SCRIPTS", 300)) {
      var chance = Seeded(UInt64(seed))
      var pair = MachinePair(.random(&chance), &chance)
      for step in 0..<Self.number("PAGED_STEPS", 60) {
        let act = MachinePair.Act.random(&chance)
        let before = pair.new.core
        if let difference = pair.perform(act) {
          Issue.record("seed \(seed), step \(step), \(act):\n\(difference)\n\(before)")
          return
        }
      }
    }
  }

  @Test func `over all orders of an alphabet`() {
    var count = 0
    for seed in 0..<Self.number("PAGED_POLICIES", 3) {
      var chance = Seeded(UInt64(seed))
      let pair = MachinePair(.random(&chance), &chance)
      if !explore(pair, Self.number("PAGED_LENGTH", 3), [], &count) { return }
    }
    print("\(count) orders of \(MachinePair.Act.alphabet.count) letters")
  }

  private func explore(
    _ pair: MachinePair, _ length: Int, _ path: [MachinePair.Act], _ count: inout Int
  ) -> Bool {
    if length == 0 {
      count += 1
      return true
    }
    for act in MachinePair.Act.alphabet {
      var next = pair
      if let difference = next.perform(act) {
        Issue.record("\(path), then \(act):\n\(difference)")
        return false
      }
      if !explore(next, length - 1, path + [act], &count) { return false }
    }
    return true
  }
}

struct MachinePair {
  typealias Old = OldPagedStateMachine<String, Int, Row, SampleError>
  typealias New = PagedMachine<String, Int, Row, SampleError>
  typealias Answer = Page<Int, Row>

  enum Act: CustomStringConvertible {
    case intent(PagedIntent<String, Row>)
    case page(work: Int, kind: Int)
    case fail(work: Int, mayRetry: Bool)
    case gaveUp(work: Int), waited(work: Int), begun(work: Int)
    case expired(work: Int, isFailure: Bool)
    case cancelLoad(Int)
    case stale(UInt)
    case obey(window: Int?, cached: Int)
    case wait, close

    var description: String {
      switch self {
      case .intent(let intent): "\(intent)"
      case .page(let work, let kind): "page \(kind) for \(work)"
      case .fail(let work, let mayRetry): "fail \(work) \(mayRetry)"
      case .gaveUp(let work): "gave up \(work)"
      case .waited(let work): "waited \(work)"
      case .begun(let work): "begun \(work)"
      case .expired(let work, let isFailure): "expired \(work) \(isFailure)"
      case .cancelLoad(let load): "cancel load \(load)"
      case .stale(let ticket): "stale \(ticket)"
      case .obey(let window, let cached): "obey \(window as Any) \(cached)"
      case .wait: "wait"
      case .close: "close"
      }
    }

    static let alphabet: [Act] = [
      .intent(.load("a")), .intent(.loadIfNeeded("b")), .intent(.next), .intent(.previous),
      .intent(.visible(at: 0)), .intent(.refresh), .intent(.refreshAllPages), .intent(.retry),
      .intent(.cancel), .intent(.invalidate), .intent(.edit(.remove(100))),
      .page(work: 0, kind: 19), .page(work: 0, kind: 3), .fail(work: 0, mayRetry: true),
      .waited(work: 0), .fail(work: 1, mayRetry: false),
    ]
  }

  var old: Old
  var new: New
  let hasTwoEnds: Bool
  var time = Duration.zero

  init(_ policy: PagingPolicy, _ chance: inout Seeded) {
    let failure: @Sendable (PagingError) -> SampleError = { _ in .second }
    hasTwoEnds = Bool.random(using: &chance)
    let onlyKey: String? = Bool.random(using: &chance) ? "a" : nil
    old = Old(Old.Setup(rules: policy.rules, onlyKey: onlyKey, failure: failure))
    new = New(policy.rules, New.Setup(onlyKey: onlyKey, failure: failure))
  }

  /// Performs an act on both, and returns a difference.
  mutating func perform(_ act: Act) -> String? {
    new = New(copying: new)
    let work = new.core.work
    func at(_ number: Int) -> PagingCore.Work? { work.indices.contains(number) ? work[number] : nil }
    let reaction: Old.Reaction, decision: PagingDecision
    func news(_ news: New.News) -> (Old.Reaction, PagingDecision) {
      (old.handle(.heard(news), at: time), new.hear(news, at: time))
    }
    switch act {
    case .intent(let intent):
      (reaction, decision) = (old.handle(.intent(intent), at: time), new.perform(intent, at: time))
    case .page(let number, let kind):
      guard let work = at(number), let request = new.request(work.target) else { return nil }
      let page = page(kind, request.request)
      (reaction, decision) = news(.succeeded(work.attempts.ticket, page))
    case .fail(let number, let mayRetry):
      guard let work = at(number) else { return nil }
      (reaction, decision) = news(.failed(work.attempts.ticket, .first, mayRetry: mayRetry))
    case .gaveUp(let number):
      guard let work = at(number) else { return nil }
      (reaction, decision) = news(.gaveUp(work.attempts.ticket))
    case .waited(let number):
      guard let work = at(number) else { return nil }
      (reaction, decision) = news(.waited(work.attempts.ticket))
    case .begun(let number):
      guard let work = at(number) else { return nil }
      let ticket = work.attempts.ticket
      (reaction, decision) = (old.handle(.begun(ticket), at: time), new.begun(ticket))
    case .expired(let number, let isFailure):
      guard let work = at(number) else { return nil }
      (reaction, decision) = news(.expired(work.attempts.first, isFailure ? .first : nil))
    case .cancelLoad(let number):
      let loads = new.core.loads
      guard loads.indices.contains(number) else { return nil }
      let load = loads[number]
      (reaction, decision) = (old.handle(.cancelLoad(load), at: time), new.cancel(load))
    case .stale(let ticket):
      (reaction, decision) = news(.succeeded(ticket, Answer([7], next: 8)))
    case .obey(let window, let cached):
      let before = new.core.rules
      let rules = PagingPolicy.Rules(
        load: before.load, prefetchDistance: before.prefetchDistance,
        emptyPageLimit: before.emptyPageLimit, window: window, cachedLists: cached,
        afterFailure: before.afterFailure
      )
      old.obey(rules)
      new.obey(rules)
      return difference()
    case .wait:
      time += .milliseconds(15)
      return nil
    case .close: (reaction, decision) = (old.handle(.close, at: time), new.close())
    }
    return difference(reaction, decision) ?? difference()
  }

  private func difference() -> String? {
    if old.state != new.state { return "\(old.state)\nnot\n\(new.state)" }
    if old.keyInQuestion != new.keyInQuestion { return "key in question" }
    for key in ["a", "b", "c"] where old.remembers(key) != new.remembers(key) {
      return "remembers \(key)"
    }
    if let list = new.core.list, list.count != new.list?.count { return "count" }
    return nil
  }

  private func difference(_ old: Old.Reaction, _ new: PagingDecision) -> String? {
    if "\(old.change)" != "\(new.change)" { return "\(old.change) not \(new.change)" }
    if old.load != new.load { return "load \(old.load as Any) not \(new.load as Any)" }
    if old.skipReason != new.skipReason { return "\(old.skipReason) not \(new.skipReason)" }
    let (olds, news) = (old.steps.map(text), new.steps.map(text))
    return olds == news ? nil : "\(olds)\nnot\n\(news)"
  }

  private func text(_ step: Old.Reaction.Step) -> String {
    switch step {
    case .open(let id): "open \(id)"
    case .start(let attempt): "start \(attempt.load) \(attempt.ticket) \(attempt.request)"
    case .attempt(let attempt): "attempt \(attempt.load) \(attempt.ticket) \(attempt.request)"
    case .wait(let load, let ticket, let retry): "wait \(load) \(ticket) \(retry)"
    case .halt(let load, let ticket): "halt \(load) \(ticket)"
    case .end(let load, let outcome): "end \(load) \(outcome)"
    }
  }

  private func text(_ step: PagingDecision.Step) -> String {
    switch step {
    case .open(let id): "open \(id)"
    case .start(let target, let load, let ticket):
      "start \(load) \(ticket) " + (new.request(target).map { "\($0.request)" } ?? "none")
    case .attempt(let target, let load, let ticket):
      "attempt \(load) \(ticket) " + (new.request(target).map { "\($0.request)" } ?? "none")
    case .wait(let load, let ticket, let retry): "wait \(load) \(ticket) \(retry)"
    case .halt(let load, let ticket): "halt \(load) \(ticket)"
    case .end(let load, let outcome): "end \(load) \(new.outcome(outcome))"
    }
  }

  private func page(_ kind: Int, _ request: PageRequest<String, Int>) -> Answer {
    let place = request.cursor ?? 0
    let first = PagedScript.first(of: request.key) + place * 2
    var page = Answer(
      [Row(id: first), Row(id: first + 1)],
      next: place < 3 ? place + 1 : nil,
      previous: hasTwoEnds && place > -3 ? place - 1 : nil,
      total: kind == 12 ? 9 : nil
    )
    switch kind {
    case 3, 4, 5: page.items = []
    case 6, 7: page.items[0] = Row(id: first - 1)
    case 8: page.items.append(Row(id: first))
    case 9: page.next = request.cursor
    case 10: page.previous = request.cursor
    case 11: page.next = nil
    default: break
    }
    return page
  }
}

extension MachinePair.Act {
  static func random(_ chance: inout Seeded) -> Self {
    let key = ["a", "b", "c"].randomElement(using: &chance) ?? "a"
    let id = PagedScript.first(of: key) + .random(in: -4...8, using: &chance)
    let other = PagedScript.first(of: key) + .random(in: -4...8, using: &chance)
    let index = Int.random(in: -1...8, using: &chance)
    let work = Int.random(in: 0...1, using: &chance)
    let kind = Int.random(in: 3..<20, using: &chance)
    if Int.random(in: 0..<5, using: &chance) < 2 {
      return .page(work: work, kind: kind)
    }
    let acts: [Self] = [
      .intent(.load("a")), .intent(.load(key)), .intent(.loadIfNeeded(key)),
      .intent(.loadIfNeeded(key)), .intent(.next), .intent(.next), .intent(.next), .intent(.next),
      .intent(.previous), .intent(.previous), .intent(.visible(at: index)),
      .intent(.visible(at: index)), .intent(.visible(id)), .intent(.refresh), .intent(.refresh),
      .intent(.refreshAllPages), .intent(.refreshAllPages), .intent(.retry), .intent(.retry),
      .intent(.cancel), .intent(.clear), .intent(.reset), .intent(.invalidate),
      .intent(.edit(.change(id) { $0.text += "*" })), .intent(.edit(.remove(id))),
      .intent(.edit(.remove(other))),
      .intent(.edit(.insert(Row(id: id, text: "+"), at: .start))),
      .intent(.edit(.insert(Row(id: id, text: "+"), at: .before(other)))),
      .intent(.edit(.insert(Row(id: id, text: "+"), at: .after(other)))),
      .intent(.edit(.insert(Row(id: id, text: "+"), at: .end))),
      .fail(work: work, mayRetry: true), .fail(work: work, mayRetry: true),
      .fail(work: work, mayRetry: false), .waited(work: work), .waited(work: work),
      .waited(work: work), .begun(work: work), .gaveUp(work: work),
      .expired(work: work, isFailure: true), .expired(work: work, isFailure: false),
      .cancelLoad(.random(in: 0...2, using: &chance)),
      .stale(.random(in: 0..<40, using: &chance)), .wait, .wait,
    ]
    if Int.random(in: 0..<120, using: &chance) == 0 {
      return .obey(
        window: [nil, 2, 3].randomElement(using: &chance) ?? nil,
        cached: .random(in: 0...2, using: &chance)
      )
    }
    if Int.random(in: 0..<2_000, using: &chance) == 0 { return .close }
    return acts.randomElement(using: &chance) ?? .wait
  }
}

extension PagingPolicy {
  fileprivate static func random(_ chance: inout Seeded) -> Self {
    PagingPolicy(
      load: LoadPolicy(
        previous: [.ofSameRequest, .always, .never].randomElement(using: &chance) ?? .always,
        interruption: .random(using: &chance) ? .replace : .ignore,
        duplicate: .random(using: &chance) ? .join : .replace,
        freshness: [.forever, .never, .lasting(.milliseconds(30))].randomElement(using: &chance)
          ?? .never,
        retry: .constant(.milliseconds(10), limit: .random(in: 0...2, using: &chance))
      ),
      prefetchDistance: .random(in: 1...4, using: &chance),
      emptyPageLimit: .random(in: 0...2, using: &chance),
      window: [nil, nil, 2, 3].randomElement(using: &chance) ?? nil,
      cachedLists: .random(in: 0...2, using: &chance),
      afterFailure: .random(using: &chance) ? .retry(after: .milliseconds(20)) : .waitForRetry
    )
  }
}
