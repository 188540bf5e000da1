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

  private static let signals = PeerFile.rxJS("buffer", "15d5ac9c")
  private static let digits = PeerInput(stringLiteral: "--1--2--^--3--4--5---6----7--8--9---0---|")
  private static let chunks = ["a": "3", "b": "45", "c": "6", "d": "", "e": "789", "f": "0"]

  static let buffer = [
    signals.row(
      1,
      "-a-b-c-d-e-f-g-h-i-|",
      "-----B-----B-----B-|",
      to: "-----x-----y-----z-|",
      values: ["x": "abc", "y": "def", "z": "ghi"]
    ),
    signals.row(3, .cold("|"), "-----a-----", to: "|"),
    signals.row(10, "---^-------#", "---^--------", to: "--------#"),
    signals.row(
      12,
      digits,
      "--------^--a-------b---cd---------e---f---|",
      to: "---a-------b---cd---------e---f-|",
      values: chunks
    )
    .but(.asyncAlgorithms, "---a-------b---c----------e---f-|", because: notEmpty),
    signals.row(
      13,
      digits,
      "--------^--a-------b---cd|               ",
      to: "---a-------b---cd|               ",
      values: chunks
    )
    .but(
      .asyncAlgorithms,
      "---a-------b---c 160ms ('7890' |)",
      because: "The end of the signals does not end the output."
    ),
    signals.row(17, digits, "--------^----------------#", to: "-----------------#"),
    signals.row(
      18,
      digits,
      "--------^--a-------b---c-#",
      to: "---a-------b---c-#",
      values: chunks
    ),
    signals.row(
      22,
      "-a-b-c-d-e-f-g-h-i-|",
      "-----B-----B--------",
      to: "-----x-----y-------(z|)",
      values: ["x": "abc", "y": "def", "z": "ghi"]
    ),
  ]
}
