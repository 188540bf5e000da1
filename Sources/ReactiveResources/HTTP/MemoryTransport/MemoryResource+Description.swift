import ReactiveLoadable

extension MemoryResource: CustomStringConvertible, CustomReflectable {
  /// The number of bytes, the validators and the header fields, with redacted credentials.
  public var description: String {
    partsText(
      "MemoryResource",
      counted(body.count, "byte"),
      [
        "entityTag": entityTag?.text, "lastModified": lastModified.map(HTTPDate.text),
        "cacheControl": cacheControl, "headers": headers == [:] ? nil : headers,
      ]
    )
  }

  /// A mirror of the parts, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "body": body, "entityTag": entityTag?.text,
        "lastModified": lastModified.map(HTTPDate.text), "cacheControl": cacheControl,
        "headers": headers, "chunkSize": chunkSize, "length": length, "ranges": ranges,
      ]
    )
  }
}
