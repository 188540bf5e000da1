// Test reports, logs and debuggers print states often, so absent parts are omitted:
// `.loading`, `.loading(previous: 1, cause: refresh)`, `.failed(error: offline)`.

extension Loadable: CustomStringConvertible {
  /// The state as text, without absent parts: `loading(previous: 1, cause: refresh)`.
  public var description: String {
    switch self {
    case .notRequested: "notRequested"
    case .loading(let loading): "loading\(loading.parts.isEmpty ? "" : loading.description)"
    case .loaded(let value): "loaded(\(text(of: value)))"
    case .failed(let failed): "failed\(failed)"
    }
  }
}

extension Loading: CustomStringConvertible, CustomReflectable {
  /// The known parts of the load as text: `(previous: 1, cause: refresh)`.
  public var description: String { text(of: parts) }

  /// The known parts of the load.
  ///
  /// It omits an absent previous value, the cause of a plain load, the first attempt and an unknown
  /// progress.
  public var customMirror: Mirror { Mirror(self, children: parts, displayStyle: .tuple) }

  fileprivate var parts: [Mirror.Child] {
    var parts: [Mirror.Child] = []
    if let previous { parts.append(("previous", previous)) }
    if cause != .load { parts.append(("cause", cause)) }
    if attempt != 0 { parts.append(("attempt", attempt)) }
    if let progress { parts.append(("progress", progress)) }
    return parts
  }
}

extension Failed: CustomStringConvertible, CustomReflectable {
  /// The known parts of the failure as text: `(error: offline, previous: 1)`.
  public var description: String { text(of: parts) }

  /// The known parts of the failure, without an absent previous value or the cause of a plain load.
  public var customMirror: Mirror { Mirror(self, children: parts, displayStyle: .tuple) }

  private var parts: [Mirror.Child] {
    var parts: [Mirror.Child] = [("error", error)]
    if let previous { parts.append(("previous", previous)) }
    if cause != .load { parts.append(("cause", cause)) }
    return parts
  }
}

private func text(of parts: [Mirror.Child]) -> String {
  "(\(parts.map { "\($0.label ?? ""): \(text(of: $0.value))" }.joined(separator: ", ")))"
}

/// Returns a value as text; a string is quoted, so that `"1"` differs from a number.
private func text(of value: Any) -> String {
  value is String ? String(reflecting: value) : String(describing: value)
}
