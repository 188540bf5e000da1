/// One inner stream at a time.
extension FlatMapPeerTests {
  private static let kept =
    "The failure of an inner publisher does not cancel the outer subscription."

  private static let concat = PeerFile.rxJS("concatMap", "01a2d15e")
  private static let four = PeerInput(stringLiteral: "-a---b---c---d---|")

  static let concatMap = [
    concat.row(
      3,
      four,
      .cold(
        "--i-j-k-l-|",
        subs: " ^         !                              ",
        "           ^         !                    ",
        "                     ^         !          ",
        "                               ^         !"
      ),
      to: "---i-j-k-l---i-j-k-l---i-j-k-l---i-j-k-l-|",
      n: 1
    ),
    concat.row(4, .cold("|", subs: "(^!)"), .unused("-1-2-3|"), to: "|", n: 1),
    concat.row(5, .cold("-", subs: "^"), .unused("-1-2-3|"), to: "-", n: 1),
    concat.row(6, .cold("#", subs: "(^!)"), .unused("-1-2-3|"), to: "#", n: 1),
    concat.row(
      7,
      .cold("--a-b--c-| ", subs: "^        ! "),
      .cold("|", subs: "  (^!)     ", "    (^!)   ", "       (^!)"),
      to: "---------| ",
      n: 1
    ),
    concat.row(8, .cold("--a-b--c-|"), .cold("-", subs: "  ^       "), to: "----------", n: 1),
    concat.row(
      9,
      .cold("--a-b--c-|", subs: "^ !       "),
      .cold("#", subs: "  (^!)    "),
      to: "--#       ",
      n: 1
    )
    .but(.openCombine, subs: [0: ["^"]], leaves: .subscription, because: kept),
    concat.row(12, four, .cold("--i-j-k-l-       ", subs: " ^"), to: "---i-j-k-l--------", n: 1),
    concat.row(
      13,
      four,
      .cold("--i-j-k-l-#      ", subs: " ^         !      "),
      to: "---i-j-k-l-#      ",
      n: 1
    )
    .but(.openCombine, leaves: .subscription, because: kept),
    concat.row(
      14,
      "-a---b---c---d---#",
      .cold("--i-j-k-l-|      ", subs: " ^         !      ", "           ^     !"),
      to: "---i-j-k-l---i-j-#",
      n: 1
    )
    .but(
      .openCombine,
      "---i-j-k-l---i-j-k-l---i-j-k-l-#",
      subs: [
        1: [
          "-^---------!", "-----------^---------!", "---------------------^---------!",
          "-------------------------------(^!)",
        ]
      ],
      because: "The failure of the outer input follows the values that wait for demand."
    ),
    concat.row(
      15,
      "-a---b---c---d---#",
      .cold("--i-j-k-l-#      ", subs: " ^         !      "),
      to: "---i-j-k-l-#      ",
      n: 1
    )
    .but(.openCombine, leaves: .subscription, because: kept),
  ]
}
