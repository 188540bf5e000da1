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
  func `delay and time out behave as their peers do`(row: PeerCase) { row.check() }

  private static let end = "The end is delayed, too."
  private static let failure = "A failure is delayed, too."
  private static let delaySpec = PeerFile.rxJS("delay", "03045188", .rxJSRun)

  private static let delay = [
    delaySpec.row(1, "  ---a--b--|", to: "-----a--b|", n: 2)
      .but(.openCombine, "-----a--b--|", because: end),
    delaySpec.row(6, "  ---a---b---#", to: "------a---b#", n: 3)
      .but(.openCombine, "------a---b---#", because: failure),
    delaySpec.row(9, "  ----|", to: "----|", n: 3)
      .but(.openCombine, "-------|", because: end),
    delaySpec.row(10, .cold(" |   ", subs: "  (^!)"), to: "|   ", n: 3)
      .but(.openCombine, "---|", because: end),
    delaySpec.row(11, .cold(" -a-|    ", subs: "  ^--!    "), to: "----(a|)", n: 3)
      .but(.openCombine, "----a-|", because: end),
    delaySpec.row(12, "  ---a---b---------", to: "------a---b------", n: 3, unsubscribed: 16),
    delaySpec.row(13, "  ---a---b----", to: "------a--   ", n: 3, unsubscribed: 8),
    delaySpec.row(14, .cold(" -   ", subs: "  ^   "), to: "-   ", n: 3),
  ]

  private static let timeoutSpec = PeerFile.rxJS("timeout", "09f22f9a", .rxJSRun)

  private static let timer = "The timer of an expired timeout is never cancelled."

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
