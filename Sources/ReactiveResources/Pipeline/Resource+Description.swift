import ReactiveLoadable

// Reports, logs and debuggers print resources again and again, of which the parts matter that
// are compared.

extension Resource: CustomStringConvertible, CustomReflectable {
  /// The key, the value and the source, as in `heat.jpg@92 Poster(name: "Heat") from network`.
  public var description: String {
    let value = value is String ? String(reflecting: value) : fullText(value)
    return "\(key) \(value) from \(source)\(isStale ? ", stale" : "")"
  }

  /// The value labeled with its key, the source, and `isStale` if it is true.
  public var customMirror: Mirror {
    var parts: [Mirror.Child] = [(key.description, value), ("from", source)]
    if isStale { parts.append(("isStale", true)) }
    return Mirror(self, children: parts, displayStyle: .tuple)
  }
}

extension ResourceKey: CustomStringConvertible, CustomReflectable {
  /// The path, with the size unless it is the original: `heat.jpg@92`.
  ///
  /// If the path is a URL, its credentials are redacted; see ``HTTPRedaction``.
  public var description: String {
    size == .original ? redactedPath : "\(redactedPath)@\(size)"
  }

  /// A mirror of the path and the size, with redacted credentials.
  public var customMirror: Mirror { Mirror(ofValue: self, ["path": redactedPath, "size": size]) }

  private var redactedPath: String { HTTPRedaction.text(path) }
}
