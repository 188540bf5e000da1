public import MarbleDiagrams

/// A short label of a value in texts and pictures, and its meaning in the legend.
///
/// See <doc:RecordingTimelines#K11-Labels-given-by-the-caller>.
public struct TimelineLabel: Hashable, Sendable {
  /// The label in the lines, usually one letter; a longer one is quoted.
  public var letter: String
  /// The meaning in the legend; `nil` for the description of the value.
  public var meaning: String?
  /// The color in pictures; `nil` for that of the state or the lane.
  public var tone: MarblePicture.Tone?

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - letter: The label in the lines, of which the first 20 characters are used; an empty one
  ///     leaves the choice to the timeline.
  ///   - meaning: The meaning in the legend; by default the description of the value. Values with
  ///     the same meaning are one entry of the legend.
  ///   - tone: The color in pictures; by default that of the state or the lane.
  public init(_ letter: String, _ meaning: String? = nil, tone: MarblePicture.Tone? = nil) {
    (self.letter, self.meaning, self.tone) = (letter, meaning, tone)
  }
}

/// A mapping from the values of a type to labels, for texts and pictures of a timeline.
///
/// ```swift
/// let revisions = TimelineLabels(of: Account.self) { account in
///   TimelineLabel("\(account.revision)", "revision \(account.revision)")
/// }
/// print(timeline.text(labels: [revisions]))
/// ```
///
/// It applies to values of exactly this type: the letter to the value itself, the meaning also
/// inside collections, structs and other states. The loaded state of the value has the letter, too,
/// or its capital if the value is in the text.
public struct TimelineLabels: Sendable {
  let valueType: any Any.Type
  private let find: @Sendable (Any) -> TimelineLabel?

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - type: The type of the values, also that of a state: `LoadState<Account>.self`.
  ///   - label: Returns the label of a value; `nil` for that of a later mapping, or of the
  ///     timeline.
  public init<Value>(
    of type: Value.Type,
    _ label: @escaping @Sendable (Value) -> TimelineLabel?
  ) {
    valueType = type
    find = { value in
      guard Swift.type(of: value) == type, let value = value as? Value else { return nil }
      return label(value)
    }
  }

  fileprivate func label(of value: Any) -> TimelineLabel? { find(value) }
}

extension [TimelineLabels] {
  /// Returns the label of the first mapping that has one.
  func label(of value: Any) -> TimelineLabel? {
    for labels in self {
      if let label = labels.label(of: value) { return label }
    }
    return nil
  }
}

extension TimelineLabels: CustomStringConvertible {
  /// The type of the values.
  public var description: String { "TimelineLabels of \(valueType)" }
}
