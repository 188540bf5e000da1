import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ThrottlePeerTests {
  static let operators = [
    PeerOperator("throttle to the first", of: .openCombine, throttleTime) { run in
      let interval = MarbleScheduler.Interval(duration: run.time)
      let (input, scheduler) = (run[0].publisher, run.m.scheduler)
      run.expect(input.throttle(for: interval, scheduler: scheduler, latest: false))
    },
    PeerOperator("throttle to the latest", of: .openCombine, trailing) { run in
      let interval = MarbleScheduler.Interval(duration: run.time)
      let (input, scheduler) = (run[0].publisher, run.m.scheduler)
      run.expect(input.throttle(for: interval, scheduler: scheduler, latest: true))
    },
    PeerOperator("throttle to the first", of: .asyncAlgorithms, throttleTime + earliest) { run in
      let clock = run.m.clock
      run.expect(run[0].elements._throttle(for: run.time, clock: clock, latest: false))
    },
    PeerOperator("throttle to the latest", of: .asyncAlgorithms, trailing + latest) { run in
      run.expect(run[0].elements._throttle(for: run.time, clock: run.m.clock))
    },
  ]

  @Test(arguments: operators.cases)
  func `throttle behaves as its peers do`(row: PeerCase) { row.check() }

  private static let atEnd = """
    The first value within an interval is emitted at its end, or with the completion. RxJS drops it.
    """
  private static let withNext = """
    The first value within an interval is emitted with the next value after the interval, or with \
    the completion. RxJS drops it.
    """
  private static let noTimer = """
    A pending value is emitted with the next value after the interval, not at its end.
    """

  private static let spec = PeerFile.rxJS("throttleTime", "a93bf477", .rxJSRun)

  private static let throttleTime = [
    spec.row(1, "-a-x-y----b---x-cx---|", to: "-a--------b-----c----|", n: 5)
      .but(.openCombine, "-a----x----b----x----(x|)", because: atEnd)
      .but(.asyncAlgorithms, "-a--------x-----x----(x|)", because: withNext),
    spec.row(4, "-a--------b-----c----|", to: "-a--------b-----c----|", n: 5),
    spec.row(5, "abcdefabcdefabcdefabcdefa|", to: "a-----a-----a-----a-----a|", n: 5)
      .but(.openCombine, "a----b----a----f----e----(d|)", because: atEnd)
      .but(.asyncAlgorithms, "a----b----a----f----e----(d|)", because: withNext),
    spec.row(6, "-----|", to: "-----|", n: 5),
    spec.row(7, "-----#", to: "-----#", n: 1),
    spec.row(8, .cold("|", subs: "(^!)"), to: "|", n: 3),
    spec.row(9, .cold("-", subs: "^"), to: "-", n: 3),
    spec.row(10, .cold("#", subs: "(^!)"), to: "#", n: 3),
    spec.row(
      13,
      "-a--(bc)-------d---------------#",
      to: "-a-------------d---------------#",
      n: 5
    )
    .but(.openCombine, "-a----b--------d---------------#", because: atEnd)
    .but(.asyncAlgorithms, "-a-------------b---------------#", because: withNext),
  ]

  /// With `leading: true, trailing: true`.
  private static let trailing = [
    spec.row(14, "  -a-xy-----b--x--cxxx--|", to: "-a---y----b---x---x---(x|)", n: 4)
      .but(.asyncAlgorithms, "-a--------b-----c-----(x|)", because: noTimer),
    spec.row(15, "  -a--------------------|", to: "-a--------------------|", n: 4),
  ]

  private static let file = PeerFile.asyncAlgorithms("TestThrottle")

  private static let latest = [
    file.row(17, "abcdefghijk|", to: "abcdefghijk|", n: 0),
    file.row(39, "abcdefghijk|", to: "abcdefghijk|", n: 1),
    file.row(61, "abcdefghijk|", to: "a-c-e-g-i-k|", n: 2),
    file.row(83, "abcdefghijk|", to: "a--d--g--j--[k|]", n: 3),
    file.row(105, "abcdef^hijk|", to: "a-c-e-^", n: 2),
    file.row(127, "-a-b-c-d-e-f-g-h-i-j-k-|", to: "-a-b-c-d-e-f-g-h-i-j-k-|", n: 1),
    file.row(138, "-a-b-c-d-e-f-g-h-i-j-k-|", to: "-a-b-c-d-e-f-g-h-i-j-k-|", n: 2),
    file.row(149, "--a--b--c--d--e--f--g|", to: "--a--b--c--d--e--f--g|", n: 2),
    file.row(160, "-a-b-c-d-e-f-g-h-i-j-k-|", to: "-a---c---e---g---i---k-|", n: 3),
    file.row(182, "abcdefghijkl|", to: "a--d--g--j--[l|]", n: 3),
  ]

  private static let earliest = [
    file.row(28, "abcdefghijk|", to: "abcdefghijk|", n: 0),
    file.row(50, "abcdefghijk|", to: "abcdefghijk|", n: 1),
    file.row(72, "abcdefghijk|", to: "a-b-d-f-h-j|", n: 2),
    file.row(94, "abcdefghijk|", to: "a--b--e--h--[k|]", n: 3),
    file.row(116, "abcdef^hijk|", to: "a-b-d-^", n: 2),
    file.row(171, "abcdefghijkl|", to: "a--b--e--h--[k|]", n: 3),
  ]
}
