extension MarblePicture: CustomStringConvertible {
  /// The title and the number of lanes, as one line.
  public var description: String {
    let line = String(title.cut(after: Limits.title).map { $0.isNewline ? " " : $0 })
    return "MarblePicture \"\(line)\": \(lanes.count) \(lanes.count == 1 ? "lane" : "lanes")"
  }
}
