import CombineShim
import MarbleTesting
import Testing

/// Every inner stream is received: all, or some at a time.
@Suite struct FlatMapPeerTests {
  static let operators = [
    PeerOperator("flatMap", of: .openCombine, mergeMap) { run in
      let inner = run[1]
      run.expect(run[0].publisher.flatMap { _ in inner.publisher })
    },
    PeerOperator("flatMap(maxPublishers:)", of: .openCombine, concurrent + concatMap) { run in
      let inner = run[1]
      let count = Subscribers.Demand.max(run.row.n)
      run.expect(run[0].publisher.flatMap(maxPublishers: count) { _ in inner.publisher })
    },
  ]

  @Test(arguments: operators.cases)
  func `flatMap behaves as its peers do`(row: PeerCase) { row.check() }

  private static let merge = PeerFile.rxJS("mergeMap", "01a2d15e")
  private static let abcd = PeerInput(stringLiteral: "-a-------b-------c-------d-------|")
  private static let failing = PeerInput(stringLiteral: "-a-------b-------c-------d-------#")
  private static let inner = "----i---j---k---l---|"

  private static let mergeMap = [
    merge.row(
      9,
      abcd,
      .cold(
        inner,
        subs: " ^                   !                        ",
        "         ^                   !                ",
        "                 ^                   !        ",
        "                         ^                   !"
      ),
      to: "-----i---j---(ki)(lj)(ki)(lj)(ki)(lj)k---l---|"
    ),
    merge.row(
      10,
      "-a-------b-------c-------d-----------------------|",
      .cold(inner),
      to: "-----i---j---(ki)(lj)(ki)(lj)(ki)(lj)k---l-------|"
    ),
    merge.row(
      11,
      "-a-------b-------c-------d-------e---------------f------",
      .cold(inner),
      to: "-----i---j---(ki)(lj)(ki)(lj)(ki)(lj)(ki)(lj)k---l---i--",
      unsubscribed: 55
    ),
    merge.row(
      13,
      abcd,
      .cold("----i---j---k---l-------------------------"),
      to: "-----i---j---(ki)(lj)(ki)(lj)(ki)(lj)k---l-"
    ),
    merge.row(
      14,
      abcd,
      .cold("----i---j---k---l-------#        "),
      to: "-----i---j---(ki)(lj)(ki)#        "
    ),
    merge.row(15, failing, .cold(inner), to: "-----i---j---(ki)(lj)(ki)(lj)(ki)#"),
    merge.row(
      16,
      failing,
      .cold("----i---j---k---l---#            "),
      to: "-----i---j---(ki)(lj)#            "
    ),
  ]

  private static let concurrent = [
    merge.row(
      17,
      "-a-------b-------c---|",
      .cold(
        inner,
        subs: " ^                   !                                        ",
        "                     ^                   !                    ",
        "                                         ^                   !"
      ),
      to: "-----i---j---k---l-------i---j---k---l-------i---j---k---l---|",
      n: 1
    ),
    merge.row(
      18,
      "-a-------b-------c---|",
      .cold(
        inner,
        subs: " ^                   !                    ",
        "         ^                   !            ",
        "                     ^                   !"
      ),
      to: "-----i---j---(ki)(lj)k---(li)j---k---l---|",
      n: 2
    ),
  ]
}
