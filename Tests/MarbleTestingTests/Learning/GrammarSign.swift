/// A sign of a diagram as it is drawn: its frame, and the number of frames that it takes.
struct GrammarSign {
  enum Kind {
    case empty(isAfterEnd: Bool)
    case value(String)
    case end
    case failure(String)
    case subscribe
    case unsubscribe
    case group([String])
    case elapsed(String)
  }

  let kind: Kind
  let frame: Int
  var frames = 1

  /// The number of events of the sign.
  var eventCount: Int {
    switch kind {
    case .empty, .elapsed: 0
    case .value, .end, .failure, .subscribe, .unsubscribe: 1
    case .group(let members): members.count
    }
  }

  /// Returns the signs of a diagram with frames of 10 ms.
  static func signs(of diagram: String) -> [GrammarSign] {
    var rest = diagram[...]
    var signs: [GrammarSign] = []
    var hasEnded = false
    while let (kind, frames) = next(&rest, hasEnded) {
      if case .end = kind { hasEnded = true }
      let frame = signs.last.map { $0.frame + $0.frames } ?? 0
      signs.append(GrammarSign(kind: kind, frame: frame, frames: frames))
    }
    return signs
  }

  private static func next(_ rest: inout Substring, _ hasEnded: Bool) -> (Kind, frames: Int)? {
    if let blank = rest.prefixMatch(of: #/(\s|/\*.*?\*/)+(?!\d+ms )/#) {
      rest = rest[blank.range.upperBound...]
    }
    if let time = rest.prefixMatch(of: #/ (\d+)ms /#) {
      rest = rest[time.range.upperBound...]
      return (.elapsed("\(time.1)ms"), (Int(time.1) ?? 0) / 10)
    }
    guard let sign = rest.prefixMatch(of: #/\((.+?)\)|'(.+?)'|#(\w?)|./#) else { return nil }
    rest = rest[sign.range.upperBound...]
    if let members = sign.1 { return (.group(members.map(String.init)), 1) }
    if let name = sign.2 { return (.value(String(name)), 1) }
    if let name = sign.3 { return (.failure(String(name)), 1) }
    switch sign.0 {
    case "-": return (.empty(isAfterEnd: hasEnded), 1)
    case "|": return (.end, 1)
    case "^": return (.subscribe, 1)
    case "!": return (.unsubscribe, 1)
    default: return (.value(String(sign.0)), 1)
    }
  }
}
