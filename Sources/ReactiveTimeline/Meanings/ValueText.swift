import ReactiveRelays

/// A value as text without the names of modules, and the parts in which two values can differ.
///
/// `Movie(title: "Heat", year: 1995)` has the parts `Heat` and `1995`. The elements of sets and
/// dictionaries are sorted, so that equal values have equal texts. It runs code of the caller, such
/// as descriptions.
struct ValueText {
  /// The number of parts that are kept, and their length in characters.
  private static let (mostParts, longestPart) = (16, 256)
  private static let deepest = 32

  private(set) var text = ""
  private(set) var parts: [String] = []
  private let labels: [TimelineLabels]

  init(of value: Any, _ labels: [TimelineLabels] = []) {
    self.labels = labels
    write(value, depth: 0)
  }

  private init(of value: Any, depth: Int, _ labels: [TimelineLabels]) {
    self.labels = labels
    write(value, depth: depth)
  }

  private mutating func write(_ value: Any, depth: Int) {
    if depth > Self.deepest { return text += "…" }
    if let meaning = labels.label(of: value)?.meaning { return write(part: meaning) }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let child = mirror.children.first else { return write(part: "nil") }
      // Only an optional in an optional would print like another value.
      let isNested = Mirror(reflecting: child.value).displayStyle == .optional
      if !isNested { return write(child.value, depth: depth + 1) }
      return enclose("Optional(") { $0.write(child.value, depth: depth + 1) }
    }
    if let string = value as? any StringProtocol {
      return write(part: string, as: String(string).debugDescription)
    }
    if mirror.displayStyle?.isOfElements == true, value is any Collection,
      !(value is any ShortlyDescribed)
    {
      return write(elements: mirror, depth: depth)
    }
    if let own = ownText(of: value, isPart: true) { return write(part: own) }
    switch mirror.displayStyle {
    case .struct, .tuple:
      let name = mirror.displayStyle == .struct ? "\(type(of: value))" : ""
      enclose("\(name)(") { $0.write(members: mirror.children, depth: depth) }
    case .enum: write(enumCase: value, mirror, depth: depth)
    case nil: write(part: "\(value)")
    // An object without a description.
    default: text += "\(type(of: value))"
    }
  }

  private mutating func write(enumCase value: Any, _ mirror: Mirror, depth: Int) {
    guard let child = mirror.children.first else { return write(part: "\(value)") }
    write(part: child.label ?? "\(type(of: value))")
    let payload = Mirror(reflecting: child.value)
    enclose("(") {
      if payload.displayStyle == .tuple {
        $0.write(members: payload.children, depth: depth)
      } else {
        $0.write(child.value, depth: depth + 1)
      }
    }
  }

  private mutating func write(members: Mirror.Children, depth: Int) {
    for (index, child) in members.enumerated() {
      if index > 0 { text += ", " }
      if let label = child.label, !label.hasPrefix(".") { text += "\(label): " }
      write(child.value, depth: depth + 1)
    }
  }

  private mutating func write(elements mirror: Mirror, depth: Int) {
    if mirror.displayStyle == .collection {
      return enclose("[", "]") { text in
        for (index, child) in mirror.children.enumerated() {
          if index > 0 { text.text += ", " }
          text.write(child.value, depth: depth + 1)
        }
      }
    }
    let isDictionary = mirror.displayStyle == .dictionary
    let entries = mirror.children.map { child in
      isDictionary
        ? Self(entry: child.value, depth: depth + 1, labels)
        : Self(of: child.value, depth: depth + 1, labels)
    }
    if isDictionary, entries.isEmpty { return text += "[:]" }
    enclose("[", "]") { text in
      for (index, entry) in entries.sorted(by: { $0.text < $1.text }).enumerated() {
        text.text += (index > 0 ? ", " : "") + entry.text
        text.add(entry.parts)
      }
    }
  }

  /// Creates the text of an entry of a dictionary.
  private init(entry: Any, depth: Int, _ labels: [TimelineLabels]) {
    self.labels = labels
    for (index, child) in Mirror(reflecting: entry).children.enumerated() {
      if index > 0 { text += ": " }
      write(child.value, depth: depth)
    }
  }

  private mutating func enclose(
    _ start: String,
    _ end: String = ")",
    _ write: (inout Self) -> Void
  ) {
    text += start
    write(&self)
    text += end
  }

  private mutating func write(part: some StringProtocol, as text: String? = nil) {
    self.text += text ?? String(part)
    add([String(part.prefix(Self.longestPart))])
  }

  private mutating func add(_ parts: [String]) {
    self.parts += parts.prefix(max(Self.mostParts - self.parts.count, 0))
  }
}

extension Int {
  /// The number with a noun: `1 entry`, `2 entries`.
  func counted(_ one: String, _ many: String) -> String { "\(self) \(self == 1 ? one : many)" }
}
