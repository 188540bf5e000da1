import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct DebouncePeerTests {
  static let operators = [
    PeerOperator("debounce", of: .openCombine, debounceTime + debounce) { run in
      let interval = MarbleScheduler.Interval(duration: run.time)
      run.expect(run[0].publisher.debounce(for: interval, scheduler: run.m.scheduler))
    },
    PeerOperator("debounce", of: .asyncAlgorithms, debounceTime + debounce) { run in
      run.expect(run[0].elements.debounce(for: run.time, clock: run.m.clock))
    },
  ]

  @Test(arguments: operators.cases)
  func `debounce behaves as its peers do`(row: PeerCase) { row.check() }

  private static let lost = "The completion discards the pending value."

  private static let spec = PeerFile.rxJS("debounceTime", "01a2d15e")

  private static let debounceTime = [
    spec.row(1, "-a--bc--d---|", to: "---a---c--d-|", n: 2),
    spec.row(2, "-a--------b------c----|", to: "------a--------b------(c|)", n: 5)
      .but(.openCombine, "------a--------b------|", because: lost),
    spec.row(
      3,
      "-a--(bc)-----------d-------|",
      to: "---------c--------------d--|",
      n: 5
    ),
    spec.row(4, "-----|", to: "-----|", n: 1),
    spec.row(5, .cold("|", subs: "(^!)"), to: "|", n: 1),
    spec.row(6, "-----#", to: "-----#", n: 1),
    spec.row(7, .cold("#", subs: "(^!)"), to: "#", n: 1),
    spec.row(8, "--a--bc--d----|", to: "----a---       ", n: 2, unsubscribed: 7),
    spec.row(
      10,
      "-a--(bc)-----------d-------",
      to: "---------c--------------d--",
      n: 5
    ),
    spec.row(11, "-", to: "-", n: 1),
    spec.row(12, .cold("-", subs: "^"), to: "-", n: 1),
    spec.row(13, "-a--------b------c----#", to: "------a--------b------#", n: 5),
    spec.row(
      14,
      "--a--b--c--d--e--f--g--h-|",
      to: "-------------------------(h|)",
      n: 4
    )
    .but(.openCombine, "-------------------------|", because: lost),
    spec.row(
      15,
      "--a--b--c--d--e--f--g--h-#",
      to: "-------------------------#",
      n: 4
    ),
  ]

  private static let file = PeerFile.asyncAlgorithms("TestDebounce")

  private static let debounce = [
    file.row(17, "abcd----e---f-g----|", to: "------d----e-----g-|", n: 3),
    file.row(28, "abcd----e---f-g-|", to: "------d----e----[g|]", n: 3)
      .but(.openCombine, "------d----e----|", because: lost),
    file.row(39, "a|", to: "-[a|]", n: 3)
      .but(.openCombine, "-|", because: lost),
    file.row(50, "a^", to: "-^", n: 3),
    file.row(61, "----|", to: "----|", n: 3),
  ]
}
