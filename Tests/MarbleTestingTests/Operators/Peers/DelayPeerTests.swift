import CombineShim
import MarbleTesting
import Testing

/// Delay and timeout, which AsyncAlgorithms does not have.
@Suite struct DelayPeerTests {
  static let operators = [
    PeerOperator("delay", of: .openCombine, delay) { run in
      let interval = MarbleScheduler.Interval(duration: run.time)
      run.expect(run[0].publisher.delay(for: interval, scheduler: run.m.scheduler))
    },
    PeerOperator("timeout", of: .openCombine, timeout) { run in
      let interval = MarbleScheduler.Interval(duration: run.time)
      let (input, scheduler) = (run[0].publisher, run.m.scheduler)
      run.expect(input.timeout(interval, scheduler: scheduler) { Offline() })
    },
  ]

  @Test(arguments: operators.cases)
  func `delay and time out as their peers`(row: PeerCase) { row.check() }

  private static let delaySpec = PeerFile.rxJS("delay", "0bcd8893")

  private static let delay = [
    delaySpec.row(1, "---a--b--|  ", to: "-----a--b--|", n: 2),
    delaySpec.row(4, "---a---b---#", to: "------a---b#", n: 3)
      .but(.openCombine, "------a---b---#", because: "A failure is delayed, too."),
    delaySpec.row(7, "----|   ", to: "-------|", n: 3),
    delaySpec.row(8, .cold("|"), to: "---|", n: 3),
    delaySpec.row(9, "---a---b---------", to: "------a---b------", n: 3, unsubscribed: 16),
    delaySpec.row(10, "---a---b----", to: "------a--   ", n: 3, unsubscribed: 8),
    delaySpec.row(11, .cold("-"), to: "-", n: 3),
  ]

  private static let timer = "The timer of an expired timeout is never cancelled."

  private static let timeoutSpec = PeerFile.rxJS("timeout", "09f22f9a", .rxJSRun)

  private static let timeout = [
    timeoutSpec.row(
      1,
      .cold(" -------a--b--|", subs: "  ^----!        "),
      to: "-----#",
      n: 5,
      until: 40
    )
    .but(.openCombine, leaves: .timer, because: timer),
    timeoutSpec.row(5, "  --a--b--c--d--e--|", to: "--a--b--c--d--e--|", n: 5),
    timeoutSpec.row(6, "  --a--b--c---d--e--|", to: "--a--b--c--        ", n: 5, unsubscribed: 10),
    timeoutSpec.row(8, "  ---a---b---c------d---e---|", to: "---a---b---c----#", n: 5, until: 40)
      .but(.openCombine, leaves: .timer, because: timer),
    timeoutSpec.row(9, .cold(" -", subs: "  ^---------!"), to: "----------#", n: 10, until: 40)
      .but(.openCombine, leaves: .timer, because: timer),
  ]
}
