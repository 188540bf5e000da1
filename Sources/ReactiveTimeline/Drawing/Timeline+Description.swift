extension Timeline: CustomStringConvertible {
  /// The lanes and the legend, with a frame of 10 ms.
  public var description: String { text() }
}

extension Timeline: CustomDebugStringConvertible {
  /// The number of lanes; the mirror has their texts.
  public var debugDescription: String { "Timeline: \(lanes.count.counted("lane", "lanes"))" }
}

extension Timeline: CustomReflectable {
  /// The texts of the lanes by their names, and the legend, with a frame of 10 ms.
  public var customMirror: Mirror {
    let (lanes, letters) = drawn(frame: .milliseconds(10), [])
    let legend = letters.legend(columns: .max).map {
      (label: "legend" as String?, value: $0 as Any)
    }
    return Mirror(
      self,
      children: lanes.map { (label: $0.name, value: "\($0.diagram)") } + legend,
      displayStyle: .class
    )
  }
}
