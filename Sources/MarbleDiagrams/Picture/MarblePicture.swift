/// A picture of marble diagrams as an SVG image: values, states, loads and subscriptions over time.
///
/// ```swift
/// let picture = MarblePicture(
///   "A value, then the end",
///   lanes: [MarblePicture.Lane("rows", try MarbleDiagram("--a--|"))]
/// )
/// print(picture.svg())
/// ```
///
/// The contract is in <doc:RenderingPictures>.
public struct MarblePicture: Hashable, Sendable {
  /// The title, above the lanes and for screen readers.
  public var title: String
  /// The description for screen readers; nil for the signals of the lanes.
  public var summary: String?
  /// The lanes, from top to bottom.
  public var lanes: [Lane]
  /// The times whose columns are marked as differences.
  package var highlights: Set<Duration> = []

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - title: The title, above the lanes and for screen readers.
  ///   - summary: The description for screen readers. By default the signals of the lanes, with
  ///     their times.
  ///   - lanes: The lanes, from top to bottom; the first 50 are drawn.
  public init(_ title: String, summary: String? = nil, lanes: [Lane]) {
    self.title = title
    self.summary = summary
    self.lanes = lanes
  }

  /// Returns the picture as an SVG document.
  ///
  /// - Parameter appearance: The colors; by default they follow the reader's color scheme.
  /// - Returns: A well-formed XML document, for any texts.
  public func svg(_ appearance: Appearance = .automatic) -> String {
    PictureDrawing(self).svg(appearance)
  }

  /// The colors of a picture.
  public enum Appearance: Hashable, Sendable, CaseIterable {
    /// Light or dark, as the reader's color scheme.
    case automatic
    /// Dark text on a light page.
    case light
    /// Light text on a dark page.
    case dark
  }
}

extension MarblePicture: CustomStringConvertible {
  /// The title and the number of lanes, as one line.
  public var description: String {
    let line = String(title.cut(after: Limits.title).map { $0.isNewline ? " " : $0 })
    return "MarblePicture \"\(line)\": \(lanes.count) \(lanes.count == 1 ? "lane" : "lanes")"
  }
}
