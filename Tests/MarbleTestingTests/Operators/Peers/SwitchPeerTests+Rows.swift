/// Inner streams of other files than that of switchMap.
extension SwitchPeerTests {
  private static let all = PeerFile.rxJS("switchAll", "0dc89abd", .rxJSRun)
  private static let outer = PeerInput(stringLiteral: "  ------x-------y------|       ")
  private static let abc = "        --a---b---c--|         "
  private static let def = "                ---d--e---f---|"
  private static let switched = "   ------^-------!"

  static let switchAll = [
    all.row(
      1,
      "  --x------y-------|       ",
      .cold("    --a---b--c---d--|      ", subs: "   --^------!"),
      .cold("           ----e---f--g---|", subs: "   ---------^--------------!"),
      to: "----a---b----e---f--g---|"
    ),
    all.row(
      5,
      outer,
      .cold(abc, subs: switched),
      .cold(def, subs: "   --------------^-------------!"),
      to: "--------a---b----d--e---f---|"
    ),
    all.row(
      6,
      outer,
      .cold(abc, subs: switched),
      .cold(def, subs: "   --------------^-!"),
      to: "--------a---b---",
      unsubscribed: 16
    )
    .but(.asyncAlgorithms, subs: [2: ["--------------^--!"]], because: kept),
    all.row(
      10,
      outer,
      .cold("        --a---#", subs: "   ------^-----!"),
      .unused(def),
      to: "--------a---#"
    ),
    all.row(
      11,
      "  ------x-------y-------#      ",
      .cold(abc, subs: switched),
      .cold(def, subs: "   --------------^-------!"),
      to: "--------a---b----d--e-#"
    )
    .but(.asyncAlgorithms, subs: [2: ["--------------^---------!"]], because: late),
    all.row(12, "  ------|", to: "------|"),
    all.row(
      14,
      "  ------x---------------|",
      .cold(abc, subs: "   ------^------------!"),
      to: "--------a---b---c-----|"
    ),
  ]

  private static let file = PeerFile.asyncAlgorithms("TestSwitchToLatest", "b7ae10f7")

  /// An operator that AsyncAlgorithms had on a branch before flatMapLatest.
  static let latest = [
    file.row(17, "x--y----|", "--a--c|", "----b|", to: "--a-b---|"),
    file.row(33, "x--y|----", "--a--c|", "----b---d|", to: "--a-b---d|"),
    file.row(49, "x---y---z|", "--ab|", "------cd|", "----------ef|", to: "--ab--cd--ef|"),
    file.row(67, "a^----", "---a|-", to: "-^----"),
    file.row(78, "x--y-^----", "--a--c|", "----b---d|", to: "--a-b^----"),
    file.row(94, "a----|", "--^---", to: "--^---"),
    file.row(105, "x--y--|", "--a--c|", "----b^--d|", to: "--a-b^----"),
    file.row(121, "x--y--|", "--a-^", "----b---d|", to: "--a-b---d|"),
    file.row(137, "-----|", to: "-----|"),
    file.row(145, "-----^", to: "-----^"),
    file.row(153, "a--b--c--|", "aaaaaaa|", "---bbbbb|", "------ccc|", to: "aaabbbccc|"),
  ]
}

extension PeerRun {
  /// The inner input of a name: x or a is the first, y or b the second, z or c the third.
  var named: @Sendable (String) -> PeerSource {
    let sources = row.inputs.indices.map { self[$0] }
    return { name in sources[["x": 1, "a": 1, "y": 2, "b": 2, "z": 3, "c": 3][name] ?? 0] }
  }
}
