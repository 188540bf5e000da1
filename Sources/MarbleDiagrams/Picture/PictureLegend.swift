/// The signs that a picture explains below its lanes.
struct PictureLegend {
  enum Sign {
    case marble(String, MarblePicture.Tone)
    case state(String, MarblePicture.Tone)
    case completion, failure, cancellation, unsubscription, pause, highlight
  }

  private var entries: [(sign: Sign, text: String)] = []
  private var known: Set<[String]> = []
  private var omitted = 0
  private var notes: [String] = []
  private var symbols: [String: String] = [:]
  /// The text of each name that is its own symbol.
  private var texts: [String: String] = [:]
  private var free: [String]
  /// True if the symbol of a text is its first letter or a short word, because no text is drawn.
  private let hasLetters: Bool

  // The names of one character are no free symbols.
  init(avoiding lanes: [PictureLane], hasLetters: Bool = false) {
    self.hasLetters = hasLetters
    var used: Set<String> = []
    for case .value(let name) in lanes.flatMap(\.events).map(\.signal) where name.count == 1 {
      used.insert(name)
    }
    let all = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    free = all.filter { !used.contains($0) }.reversed()
  }

  /// Returns the name of a value if it is short, or else a symbol for its text.
  mutating func symbol(of name: String, _ text: String) -> String {
    if hasLetters {
      let word = text.prefix { $0 != " " }
      return String(word.prefix(word.count > 2 ? 1 : 2))
    }
    if name.count == 1, name.unicodeScalars.count < 8, texts[name] ?? text == text {
      texts[name] = text
      return name
    }
    if let symbol = symbols[text] { return symbol }
    guard let symbol = free.popLast() else { return "…" }
    symbols[text] = symbol
    return symbol
  }

  mutating func add(_ sign: Sign, _ text: String) {
    let key = sign.key + [text]
    guard !known.contains(key) else { return }
    guard entries.count < MarblePicture.Limits.legend else {
      omitted += 1
      return
    }
    known.insert(key)
    entries.append((sign, text))
  }

  mutating func note(_ text: String) { notes.append(text) }
}

extension PictureLegend.Sign {
  /// The same for a state and a marble of one name and color.
  fileprivate var key: [String] {
    switch self {
    case .marble(let symbol, let tone), .state(let symbol, let tone): [symbol, tone.rawValue]
    case .completion, .failure, .cancellation, .unsubscription, .pause, .highlight: ["\(self)"]
    }
  }
}

// MARK: Drawing

extension PictureLegend {
  func draw(_ writer: inout SVGWriter, _ y: inout Int) {
    var x = PictureGrid.margin
    y += 22
    for entry in entries {
      let text = entry.text.cut(toWidth: PictureGrid.right - PictureGrid.margin - 28, size: 16)
      place(text, 28, &x, &y)
      draw(entry.sign, &writer, x + PictureGrid.radius, y)
      writer.text(text, "legend", x: x + 28, y: y + 6)
      x += 28 + text.width(size: 16) + 20
    }
    let count = omitted > 0 ? ["\(omitted) more in the legend"] : []
    for note in count + notes {
      place(note, 0, &x, &y)
      writer.text(note, "dim", x: x, y: y + 6)
      x += note.width(size: 16) + 20
    }
    y += 12
  }

  /// Moves to the next line if a text does not fit.
  private func place(_ text: String, _ indent: Int, _ x: inout Int, _ y: inout Int) {
    guard x > PictureGrid.margin, x + indent + text.width(size: 16) > PictureGrid.right else {
      return
    }
    (x, y) = (PictureGrid.margin, y + 28)
  }

  private func draw(_ sign: Sign, _ writer: inout SVGWriter, _ x: Int, _ y: Int) {
    let frame = SVGWriter.Rectangle(x: x - 11, y: y - 11, width: 22, height: 22)
    switch sign {
    case .marble(let symbol, let tone), .state(let symbol, let tone):
      let isState = if case .state = sign { true } else { false }
      writer.rectangle("\(tone) tone", frame, radius: isState ? 5 : 11)
      writer.text(symbol, "\(tone) middle", x: x, y: y + 5)
    case .completion, .unsubscription: writer.path("sign", "M\(x) \(y - 11)v22")
    case .failure: writer.cross(.failure, x, y)
    case .cancellation: writer.cross(.neutral, x, y)
    case .pause: writer.path("track", "M\(x - 6) \(y + 8)l4 -16m8 0l-4 16")
    case .highlight:
      writer.rectangle("failure tone", frame)
      writer.caret(x, y + 4)
    }
  }
}
