import AsyncAlgorithms
import MarbleTesting
import Testing

/// A buffer for a consumer that pauses, and timers.
@Suite struct BufferPeerTests {
  static let operators = [
    PeerOperator("buffer(oldest)", of: .asyncAlgorithms, oldest) { run in
      run.expect(run[0].elements.buffer(policy: .bufferingOldest(run.row.n)))
    },
    PeerOperator("buffer(latest)", of: .asyncAlgorithms, latest) { run in
      run.expect(run[0].elements.buffer(policy: .bufferingLatest(run.row.n)))
    },
    PeerOperator("buffer(bounded)", of: .asyncAlgorithms, bounded) { run in
      run.expect(run[0].elements.buffer(policy: .bounded(run.row.n)))
    },
    PeerOperator("AsyncTimerSequence", of: .asyncAlgorithms, timers) { run in
      run.expect(AsyncTimerSequence(interval: run.time, clock: run.m.clock).map { _ in "x" })
    },
    PeerOperator("AsyncTimerSequence, busy", of: .asyncAlgorithms, busy) { run in
      let clock = run.m.clock
      let ticks = AsyncTimerSequence(interval: run.time, clock: clock)
      run.expect(ticks.map { _ in "x" }.busy(for: .frames(3), on: clock))
    },
  ]

  @Test(arguments: operators.cases)
  func `buffer and timers behave as their peers do`(row: PeerCase) { row.check() }

  private static let file = PeerFile.asyncAlgorithms("TestBuffer")

  private static let oldest = [
    file.row(112, "X-12-   34-    5   |", to: "X,,,[1,],,[2,],[3,][5,]|", n: 2),
    file.row(120, "X-12-   34-    5   |", to: "X-12-   34-    5   |", n: 0),
    file.row(128, "X-12   3   4   5   |", to: "X,,[1,][2,][3,][45]|", n: 2),
    file.row(136, "X-12345^", to: "X,,,,,,[12^]", n: 2),
  ]

  private static let latest = [
    file.row(144, "X-12-   34    -5|", to: "X,,,[1,],,[3,],[4,][5,]|", n: 2),
    file.row(152, "X-12-   34    -5|", to: "X-12-   34    -5|", n: 0),
    file.row(160, "X-12   3   4   5   |", to: "X,,[1,][2,][3,][45]|", n: 2),
    file.row(168, "X-12345^", to: "X,,,,,,[45^]", n: 2),
  ]

  private static let bounded = [
    file.row(331, "X-12-   34    -5|", to: "X-12-   34    -5|", n: 0)
  ]

  private static let timer = PeerFile.asyncAlgorithms("TestTimer", "1.1.4", .asyncAlgorithmsClock)

  private static let timers = [
    timer.row(20, to: "xxxxxxx[;|]", n: 1),
    timer.row(30, to: "-x-x-x-[;|]", n: 2),
    timer.row(40, to: "--x--x-[;|]", n: 3),
  ]

  private static let busy = [timer.row(50, to: "----x--x-[;x|]", n: 2)]
}
