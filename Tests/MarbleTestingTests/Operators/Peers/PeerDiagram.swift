/// The rules by which another project writes its diagrams.
enum PeerGrammar: Sendable {
  /// RxJS: a group takes a frame for each of its characters; a space takes one, too.
  case rxJS
  /// RxJS in its run mode: as above, but a space takes no time.
  case rxJSRun
  /// AsyncAlgorithms: `[ab]` is a group, `^` a failure, `;` a cancellation, `,` a pause of the
  /// consumer.
  case asyncAlgorithms
  /// AsyncAlgorithms with a clock that starts a frame before the first character.
  case asyncAlgorithmsClock

  /// Whether an input ends where its diagram does.
  var endsInputs: Bool {
    switch self {
    case .rxJS, .rxJSRun: false
    case .asyncAlgorithms, .asyncAlgorithmsClock: true
    }
  }
}

/// A diagram of another project, translated into the grammar of MarbleTesting.
struct PeerDiagram {
  private(set) var text = ""
  /// The frame in which the consumer is cancelled.
  private(set) var cancelled: Int?
  /// For a number of received values, the frame before which the consumer demands no more.
  private(set) var pauses: [Int: Int] = [:]

  init(_ text: String, _ grammar: PeerGrammar, subscription: Bool = false) {
    switch grammar {
    case .rxJS:
      let trimmed = text.replacing(/\ +$/, with: "")
      read(rxJS: trimmed.replacing(" ", with: "-"), subscription)
    case .rxJSRun:
      read(rxJS: text.replacing(" ", with: ""), subscription)
    case .asyncAlgorithms:
      read(asyncAlgorithms: text, from: 0)
    case .asyncAlgorithmsClock:
      self.text = "-"
      read(asyncAlgorithms: text, from: 1)
    }
  }

  private mutating func read(rxJS diagram: String, _ subscription: Bool) {
    var rest = diagram[...]
    if !subscription, let zero = rest.firstIndex(of: "^") {
      // A hot input has a past: `^` is the frame of time zero.
      rest = "-" + rest[rest.index(after: zero)...]
    }
    while let character = rest.popFirst() {
      text.append(character)
      if character == "(", let end = rest.firstIndex(of: ")") {
        let members = rest[..<end]
        text += members + ")"
        rest = rest[rest.index(after: end)...]
        guard !members.contains(where: { "|#!".contains($0) }) else { return }
        text += String(repeating: "-", count: members.count + 1)
      } else if "|#".contains(character) {
        return
      }
    }
  }

  private mutating func read(asyncAlgorithms diagram: String, from start: Int) {
    var (frame, values) = (start, 0)
    var (isGroup, isName) = (false, false)
    for character in diagram {
      switch character {
      case "'":
        // Two names in a row are apart, because `''` is a quote in a name of MarbleTesting.
        text += isName ? "' " : "'"
        isName.toggle()
        guard !isName else { continue }
        values += 1
      case _ where isName:
        text.append(character)
        continue
      case " ":
        continue
      case "[":
        text.append("(")
        isGroup = true
        continue
      case "]":
        text.append(")")
        isGroup = false
      case ",":
        pauses[values] = frame + 1
        if !isGroup { text.append("-") }
      case ";":
        cancelled = frame
      case "|", "^":
        text += (character == "^" ? "#" : "|") + (isGroup ? ")" : "")
        return
      case "-":
        text.append("-")
      default:
        text.append(character)
        values += 1
      }
      if !isGroup { frame += 1 }
    }
  }
}
