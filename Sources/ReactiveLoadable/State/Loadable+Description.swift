// Test reports, logs and debuggers print states again and again; what a state does not have is
// left out: `.loading`, `.loading(previous: 1, cause: refresh)`, `.failed(error: offline)`.

extension Loadable: CustomStringConvertible {
  /// The state without what is absent: `loading(previous: 1, cause: refresh)`.
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
  /// What is known of the load: `(previous: 1, cause: refresh)`.
  public var description: String { text(of: parts) }

  /// The parts that say something: no previous value, the cause of a plain load, the first attempt
  /// and an unknown progress are left out.
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
  /// What is known of the failure: `(error: offline, previous: 1)`.
  public var description: String { text(of: parts) }

  /// The parts that say something: no previous value and the cause of a plain load are left out.
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

/// A value as a reader knows it; text in quotes, so that `"1"` is not taken for a number.
private func text(of value: Any) -> String {
  value is String ? String(reflecting: value) : String(describing: value)
}
