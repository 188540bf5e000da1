extension HTTPFields: CustomStringConvertible, CustomReflectable {
  /// The fields in the order of their names, with redacted credentials: `["etag": "\"1\""]`.
  ///
  /// See ``HTTPRedaction``.
  public var description: String { HTTPRedaction.text(of: self) }

  /// A mirror of the names and the values, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: map { (key: $0.name, value: HTTPRedaction.value($0.value, of: $0.name)) },
      displayStyle: .dictionary
    )
  }
}
