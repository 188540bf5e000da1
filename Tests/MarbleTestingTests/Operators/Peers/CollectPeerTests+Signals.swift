/// Chunks by a timer and by a signal.
extension CollectPeerTests {
  private static let notEmpty = "Empty chunks are not emitted."
  private static let noRestart =
    "A full chunk does not restart the timer; empty ones are not emitted."

  private static let timed = PeerFile.rxJS("bufferTime", "0bcd8893")
  private static let letters = PeerInput(stringLiteral: "---a---b---c---d---e---f---g-----|")

  static let bufferTime = [
    timed.row(
      1,
      letters,
      to: "----------w---------x---------y--(z|)",
      values: ["w": "ab", "x": "cde", "y": "fg", "z": ""]
    )
    .but(.asyncAlgorithms, "----------w---------x---------y--|", because: notEmpty),
    timed.row(11, .cold("|", subs: "(^!)"), to: "(b|)", values: ["b": ""])
      .but(.asyncAlgorithms, "|", because: notEmpty),
    timed.row(14, "---a---b---c---#", to: "----------w----#", values: ["w": "ab"]),
  ]

  static let bufferTimeFull = [
    timed.row(
      3,
      letters,
      to: "-------w-------x-------y---------(z|)",
      n: 2,
      values: ["w": "ab", "x": "cd", "y": "ef", "z": "g"]
    )
    .but(.asyncAlgorithms, "-------w-------x----e------'fg'-----|", because: noRestart),
    timed.row(
      4,
      letters,
      to: "----------w--------x---------y---(z|)",
      n: 3,
      values: ["w": "ab", "x": "cde", "y": "fg", "z": ""]
    )
    .but(.asyncAlgorithms, "----------w--------x----------y--|", because: noRestart),
  ]

  private static let signals = PeerFile.rxJS("buffer", "0bd47eab", .rxJSRun)
  private static let nine = PeerInput(stringLiteral: "   -a-b-c-d-e-f-g-h-i-|")
  private static let digits = PeerInput(stringLiteral: "--1--2--^--3--4--5---6----7--8--9---0---|")
  private static let chunks = [
    "a": "3", "b": "45", "c": "6", "d": "", "e": "789", "f": "0", "F": "",
  ]

  static let buffer = [
    signals.row(
      1,
      nine,
      "   -----B-----B-----B-|",
      to: "-----x-----y-----z-(F|)",
      values: ["x": "abc", "y": "def", "z": "ghi", "F": ""]
    )
    .but(.asyncAlgorithms, "-----x-----y-----z-|", because: notEmpty),
    signals.row(
      2,
      nine,
      "   -----B-----B--|",
      to: "-----x-----y-------(F|)",
      values: ["x": "abc", "y": "def", "F": "ghi"]
    ),
    signals.row(
      3,
      "---^---a---b---c---d---e--f----|",
      "---^-------------B----------------",
      to: "     --------------x-------------(F|)",
      values: ["x": "abc", "F": "def"]
    ),
    signals.row(12, "---^-------#", "---^--------", to: "--------#"),
    signals.row(13, "---^-------#", "---^---a----", to: "----a---#", values: ["a": ""])
      .but(.asyncAlgorithms, "--------#", because: notEmpty),
    signals.row(
      14,
      digits,
      "--------^--a-------b---cd---------e---f---|",
      to: "     ---a-------b---cd---------e---f-(F|)",
      values: chunks
    )
    .but(.asyncAlgorithms, "---a-------b---c----------e---f-|", because: notEmpty),
    signals.row(
      15,
      digits,
      "--------^--a-------b---cd|               ",
      to: "     ---a-------b---cd---------------(F|)",
      values: chunks.merging(["F": "7890"]) { $1 }
    )
    .but(.asyncAlgorithms, "---a-------b---c----------------(F|)", because: notEmpty),
    signals.row(
      18,
      "--1--2--^--3-----#",
      "--------^--a--b---",
      to: "     ---a--b--#",
      values: ["a": "3", "b": ""]
    )
    .but(.asyncAlgorithms, "---a-----#", because: notEmpty),
    signals.row(19, digits, "--------^----------------#", to: "     -----------------#"),
    signals.row(
      20,
      digits,
      "--------^--a-------b---c-#",
      to: "     ---a-------b---c-#",
      values: chunks
    ),
  ]
}
