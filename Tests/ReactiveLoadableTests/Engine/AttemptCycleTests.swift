import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The one table of attempts, which loads, lists and pages share.
@Suite struct `The cycle of attempts` {
  typealias Event = AttemptCycle.Event
  typealias Effect = AttemptCycle.Effect

  /// A cycle before an event, by its path from the first attempt, whose ticket is 1.
  enum Stage: CaseIterable, Sendable {
    case attempting, waiting, attemptingAgain, waitingAgain

    var cycle: AttemptCycle { made.0 }

    var made: (AttemptCycle, TicketCounter) {
      var tickets = TicketCounter()
      var cycle = AttemptCycle(tickets.next())
      let way: [Event] =
        switch self {
        case .attempting: []
        case .waiting: [.failed(mayRetry: true)]
        case .attemptingAgain: [.failed(mayRetry: true), .delayElapsed]
        case .waitingAgain: [.failed(mayRetry: true), .delayElapsed, .failed(mayRetry: true)]
        }
      for event in way { _ = cycle.handle(event, of: cycle.ticket, retryLimit: 2, &tickets) }
      return (cycle, tickets)
    }
  }

  static let events: [Event] = [
    .reported, .succeeded, .failed(mayRetry: false), .failed(mayRetry: true), .threwCancellation,
    .delayElapsed,
    .timedOut(isFailure: true), .timedOut(isFailure: false),
  ]

  /// The effects of the current ticket: of the events in their order, with a limit of two retries.
  static let table: [Stage: [Effect]] = [
    //                 reported  succeeded  failed  may retry  cancels   delay     timeout: failure, cancel
    .attempting: [.report, .succeed, .fail, .wait, .cancel, .none, .fail, .cancel],
    .waiting: [.none, .none, .none, .none, .none, .attempt, .none, .none],
    .attemptingAgain: [.report, .succeed, .fail, .wait, .cancel, .none, .none, .none],
    .waitingAgain: [.none, .none, .none, .none, .none, .attempt, .none, .none],
  ]

  @Test(arguments: Stage.allCases)
  func `Each event of the current ticket has the effect of the table`(_ stage: Stage) throws {
    let row = try #require(Self.table[stage])
    for (event, expected) in zip(Self.events, row) {
      var (cycle, tickets) = stage.made
      let before = (cycle, tickets)
      let effect = cycle.handle(event, of: cycle.ticket, retryLimit: 2, &tickets)
      #expect(effect == expected, "\(stage), \(event)")
      switch effect {
      case .wait:
        #expect(cycle.isWaiting && cycle.retries == before.0.retries + 1)
        #expect(cycle.ticket == before.1.last + 1)
      case .attempt:
        #expect(!cycle.isWaiting && cycle.retries == before.0.retries)
        #expect(cycle.ticket == before.1.last + 1)
      case .none, .report, .succeed, .fail, .cancel:
        #expect(cycle == before.0 && tickets == before.1)
      }
      #expect(cycle.first == 1)
    }
  }

  @Test(arguments: Stage.allCases)
  func `Only the timeout of the whole work has the first ticket later on`(_ stage: Stage) {
    for (event, expected) in [
      (Event.timedOut(isFailure: true), Effect.fail), (.timedOut(isFailure: false), .cancel),
    ] {
      var (cycle, tickets) = stage.made
      #expect(cycle.handle(event, of: 1, retryLimit: 2, &tickets) == expected)
    }
  }

  @Test(arguments: Stage.allCases)
  func `An event of another ticket changes nothing`(_ stage: Stage) {
    for event in Self.events {
      var (cycle, tickets) = stage.made
      let before = (cycle, tickets)
      for ticket in 0...9 as ClosedRange<UInt> where ticket != cycle.ticket && ticket != 1 {
        #expect(cycle.handle(event, of: ticket, retryLimit: 2, &tickets) == .none)
      }
      #expect(cycle == before.0 && tickets == before.1)
    }
  }

  @Test func `Work is retried up to the limit, and not at all by a limit of zero`() {
    for limit in 0...3 {
      var tickets = TicketCounter()
      var cycle = AttemptCycle(tickets.next())
      for retry in 0..<limit {
        #expect(
          cycle.handle(.failed(mayRetry: true), of: cycle.ticket, retryLimit: limit, &tickets)
            == .wait
        )
        #expect(cycle.retries == retry + 1)
        #expect(
          cycle.handle(.delayElapsed, of: cycle.ticket, retryLimit: limit, &tickets) == .attempt
        )
      }
      #expect(
        cycle.handle(.failed(mayRetry: true), of: cycle.ticket, retryLimit: limit, &tickets)
          == .fail
      )
    }
  }

  @Test(arguments: Stage.allCases)
  func `A resumed attempt makes the attempt or delay before it outdated`(_ stage: Stage) {
    var (cycle, tickets) = stage.made
    let before = cycle
    cycle.resume(&tickets)
    #expect(cycle.isAttempting(before.ticket + 1) && !cycle.isAttempting(before.ticket))
    #expect(cycle.retries == before.retries && cycle.first == before.first)
    for event in Self.events where before.ticket != 1 {
      #expect(cycle.handle(event, of: before.ticket, retryLimit: 2, &tickets) == .none)
    }
  }
}
