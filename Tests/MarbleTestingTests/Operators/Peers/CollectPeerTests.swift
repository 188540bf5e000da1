import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// Several values as one.
@Suite struct CollectPeerTests {
  static let operators = [
    PeerOperator("collect(_:)", of: .openCombine, bufferCount) { run in
      run.expect(run[0].publisher.collect(run.row.n).map { $0.joined() })
    },
    PeerOperator("chunks(ofCount:)", of: .asyncAlgorithms, bufferCount) { run in
      run.expect(run[0].elements.chunks(ofCount: run.row.n).map { $0.joined() })
    },
    PeerOperator("collect", of: .openCombine, toArray) { run in
      run.expect(run[0].publisher.collect().map { $0.joined() })
    },
    PeerOperator("chunked(by: timer)", of: .asyncAlgorithms, bufferTime) { run in
      let timer = AsyncTimerSequence.repeating(every: .frames(10), clock: run.m.clock)
      run.expect(run[0].elements.chunked(by: timer).map { $0.joined() })
    },
    PeerOperator("chunks(ofCount:or: timer)", of: .asyncAlgorithms, bufferTimeFull) { run in
      let timer = AsyncTimerSequence.repeating(every: .frames(10), clock: run.m.clock)
      run.expect(run[0].elements.chunks(ofCount: run.row.n, or: timer).map { $0.joined() })
    },
    PeerOperator("chunked(by:)", of: .asyncAlgorithms, buffer) { run in
      run.expect(run[0].elements.chunked(by: run[1].elements).map { $0.joined() })
    },
  ]

  @Test(arguments: operators.cases)
  func `collect and chunks as their peers`(row: PeerCase) { row.check() }

  private static let count = PeerFile.rxJS("bufferCount", "1f8224e5")

  private static let bufferCount = [
    count.row(
      2,
      "--a--b--c--d--e--f--|",
      to: "-----x-----y-----z--|",
      n: 2,
      values: ["x": "ab", "y": "cd", "z": "ef"]
    ),
    count.row(4, "--a--b--c--d--|", to: "--------------(x|)", n: 5, values: ["x": "abcd"]),
    count.row(
      5,
      "--a^-b--c--d--e--|",
      to: "--------y-----(z|)",
      n: 3,
      values: ["y": "bcd", "z": "e"]
    ),
    count.row(8, "--a--b--c--d--#", to: "--------------#", n: 5),
  ]

  private static let array = PeerFile.rxJS("toArray", "01a2d15e")

  private static let toArray = [
    array.row(1, "---a--b--|", to: "---------(w|)", values: ["w": "ab"]),
    array.row(2, .cold("-", subs: "^"), to: "-"),
    array.row(3, .cold("|", subs: "(^!)"), to: "(w|)", values: ["w": ""]),
    array.row(4, "--x--^--y--", to: "------"),
    array.row(5, "-x-^---|", to: "----(w|)", values: ["w": ""]),
    array.row(6, "-x-^--y--|", to: "------(w|)", values: ["w": "y"]),
    array.row(7, "--a--b----c-----d----e---|", to: "---------", unsubscribed: 8),
    array.row(9, "-x-^--y--z--#", to: "---------#"),
    array.row(10, .cold("#", subs: "(^!)"), to: "#"),
  ]

  private static let notEmpty = "Empty chunks are not emitted."
  private static let noRestart =
    "A full chunk does not restart the timer; empty ones are not emitted."

  private static let timed = PeerFile.rxJS("bufferTime", "0bcd8893")
  private static let letters = PeerInput(stringLiteral: "---a---b---c---d---e---f---g-----|")

  private static let bufferTime = [
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

  private static let bufferTimeFull = [
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

  private static let buffer = [
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
