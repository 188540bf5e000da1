extension MarbleDiagram: CustomStringConvertible {
  /// The diagram as text; long pauses are written as elapsed time.
  public var description: String { text() }

  /// Returns the diagram as text.
  ///
  /// - Parameter dashes: The longest pause to draw frame by frame. A longer pause, or a fraction of
  ///   frames, becomes an elapsed time such as ` 340ms `. 12 by default.
  /// - Returns: A text from which `MarbleDiagram(_:frame:)` parses this diagram again.
  public func text(longestPause dashes: Int = 12) -> String {
    let short = MarblePrinter(quotesAll: false, dashes: dashes).print(self)
    let again = try? MarbleDiagram(short, frame: frame)
    return again == self ? short : MarblePrinter(quotesAll: true, dashes: dashes).print(self)
  }

  /// Creates the diagram of a recorded run.
  ///
  /// ```swift
  /// let line = MarbleDiagram(
  ///   quantizing: [(.milliseconds(3), "l"), (.milliseconds(348), "d")],
  ///   frame: .milliseconds(10)
  /// )
  /// print(line)   // l 330ms d
  /// ```
  ///
  /// - Parameters:
  ///   - recording: The events and their times from the start of the recording. Times are rounded
  ///     down to whole frames; several events in one frame become a group.
  ///   - frame: The time that one character takes. At least a nanosecond, at most 999,999,999 s; 10
  ///     ms by default.
  public init(
    quantizing recording: [(offset: Duration, symbol: String)],
    frame: Duration = .milliseconds(10)
  ) {
    self.init(
      quantizing: recording.map { Event(.value($0.symbol), at: $0.offset) },
      frame: frame
    )
  }

  /// Creates the diagram of a recorded run with any signals, in the same way.
  public init(quantizing recording: [Event], frame: Duration = .milliseconds(10)) {
    let frame = frame.asFrame
    self.init(
      events: recording.map {
        Event($0.signal, at: max($0.time, .zero).roundedDown(to: frame))
      },
      frame: frame
    )
  }
}

/// Prints diagrams; the text is verified by parsing it again.
struct MarblePrinter {
  /// True to quote every name.
  ///
  /// Quotes are only needed where neighbors would get another meaning: `1` and `s` after a space,
  /// two letters that form a flag.
  let quotesAll: Bool
  let dashes: Int

  func print(_ diagram: MarbleDiagram) -> String {
    var text = ""
    var time = Duration.zero
    for (start, group) in diagram.events.grouped(by: \.time) {
      text += pause(start - time, diagram.frame)
      append(group, to: &text)
      time = start + diagram.frame
    }
    text += pause(diagram.length - time, diagram.frame)
    return text.drop { $0 == " " }.trimmingEnd
  }

  func append(_ group: [MarbleDiagram.Event], to text: inout String) {
    if group.count > 1 { text += "(" }
    for event in group {
      let symbol = symbol(of: event.signal)
      // Two adjacent quotes would be parsed as a quote inside a name.
      if text.last == "'", symbol.first == "'" { text += " " }
      text += symbol
    }
    if group.count > 1 { text += ")" }
  }

  private func symbol(of signal: MarbleDiagram.Signal) -> String {
    switch signal {
    case .value(let name): written(name)
    case .end: "|"
    case .failure(let name): "#" + (name.map(written) ?? "")
    case .subscribe: "^"
    case .unsubscribe: "!"
    }
  }

  /// The name, in quotes if it needs them.
  private func written(_ name: String) -> String {
    !quotesAll && name.count == 1 && name.first?.isSign == false
      ? name : "'" + name.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  private func pause(_ duration: Duration, _ frame: Duration) -> String {
    guard duration > .zero else { return "" }
    let frames = duration.frames(of: frame)
    let isWhole = frame * frames == duration
    return isWhole && frames <= dashes
      ? String(repeating: "-", count: frames)
      : " \(duration.elapsedTexts.joined(separator: " ")) "
  }
}

extension Array {
  /// The elements with equal keys, in the order of the first of each key.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: Self)] {
    var indices: [Key: Int] = [:]
    var groups: [(key: Key, elements: Self)] = []
    for element in self {
      let key = key(element)
      if let index = indices[key] {
        groups[index].elements.append(element)
      } else {
        indices[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension StringProtocol {
  package var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension Duration {
  fileprivate func roundedDown(to frame: Duration) -> Duration {
    Duration(attoseconds: attoseconds - attoseconds % frame.attoseconds)
  }

  /// Returns the number of whole frames in a time that is not negative; at most `Int.max`.
  package func frames(of frame: Duration) -> Int {
    Int(clamping: attoseconds / frame.attoseconds)
  }
}
