import ReactiveLoadable

extension StoredResponse: CustomStringConvertible, CustomReflectable {
  /// The length, the dates and the header fields, with redacted credentials.
  public var description: String {
    partsText(
      "StoredResponse",
      counted(length, "byte"),
      ["received": HTTPDate.text(for: received), "headers": headers]
    )
  }

  /// A mirror of the parts, with redacted credentials, without fingerprints of the request.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "headers": headers, "requested": HTTPDate.text(for: requested),
        "received": HTTPDate.text(for: received), "length": length,
      ]
    )
  }
}
