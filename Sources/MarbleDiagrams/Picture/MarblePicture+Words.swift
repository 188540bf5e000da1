extension MarblePicture {
  /// The text and the color of a value.
  public struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text.
    public let text: String
    /// The meaning of the color; nil for that of the lane.
    public let tone: Tone?

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - text: The text, which is cut after 40 characters.
    ///   - tone: The meaning of the color; nil, the default, for that of the lane.
    public init(_ text: String, _ tone: Tone? = nil) {
      self.text = text
      self.tone = tone
    }

    /// Creates a word with the color of its lane.
    public init(stringLiteral text: String) {
      self.init(text)
    }
  }

  /// The meaning of a color.
  public enum Tone: String, Hashable, Sendable, CaseIterable {
    /// Gray: no value, not requested.
    case neutral
    /// Violet: an input, such as typed text or a call.
    case input
    /// Amber: work is running.
    case running
    /// Green: a result.
    case success
    /// Blue: a value, or work that keeps a value.
    case update
    /// Red: a failure.
    case failure
  }
}
