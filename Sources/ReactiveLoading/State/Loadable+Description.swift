import Foundation
import ReactiveRelays

// Test reports, logs and debuggers print states often, so absent parts are omitted, and long values are
// cut: `.loading`, `.loading(previous: 1, cause: refresh)`, `.failed(error: offline)`.

extension Loadable: CustomStringConvertible {
  /// The state on one line, without absent parts: `loading(previous: 1, cause: refresh)`.
  ///
  /// A long value is cut: `loaded([1, 2, 3, … 1000 elements])`. A dump has all of it.
  public var description: String {
    switch self {
    case .notRequested: "notRequested"
    case .loading(let loading): "loading\(loading.parts.isEmpty ? "" : loading.description)"
    case .loaded(let value): "loaded(\(shortText(value, isQuoted: true)))"
    case .failed(let failed): "failed\(failed)"
    }
  }
}

extension Loading: CustomStringConvertible, CustomReflectable {
  /// The known parts of the load on one line, cut: `(previous: 1, cause: refresh)`.
  public var description: String { text(of: parts) }

  /// The known parts of the load.
  ///
  /// It omits an absent previous value and its date, the cause of a plain load, the first attempt,
  /// an unknown progress and an absent error.
  public var customMirror: Mirror { Mirror(self, children: parts, displayStyle: .tuple) }

  fileprivate var parts: [Mirror.Child] {
    var parts: [Mirror.Child] = []
    if let previous { parts.append(("previous", previous)) }
    if let date = saved.text { parts.append(("savedAt", date)) }
    if cause != .load { parts.append(("cause", cause)) }
    if attempt != 0 { parts.append(("attempt", attempt)) }
    if let progress { parts.append(("progress", progress)) }
    if let lastError { parts.append(("lastError", lastError)) }
    return parts
  }
}

extension Failed: CustomStringConvertible, CustomReflectable {
  /// The known parts of the failure on one line, cut: `(error: offline, previous: 1)`.
  public var description: String { text(of: parts) }

  /// The known parts of the failure, without an absent previous value or the cause of a plain load.
  public var customMirror: Mirror { Mirror(self, children: parts, displayStyle: .tuple) }

  private var parts: [Mirror.Child] {
    var parts: [Mirror.Child] = [("error", error)]
    if let previous { parts.append(("previous", previous)) }
    if let date = saved.text { parts.append(("savedAt", date)) }
    if cause != .load { parts.append(("cause", cause)) }
    return parts
  }
}

extension RecordDate {
  /// The date in the time zone of Greenwich, without quotes; `nil` without one.
  // NB: The description of a date that is not a number stops the process.
  fileprivate var text: DateText? {
    date.map { date in
      let isNumber = date.timeIntervalSinceReferenceDate.isFinite
      return DateText(description: isNumber ? "\(date)" : "invalid")
    }
  }
}

/// A date as text, which a description shows without quotes.
private struct DateText: CustomStringConvertible {
  let description: String
}

private func text(of parts: [Mirror.Child]) -> String {
  let texts = parts.map { part in
    "\(part.label ?? ""): \(shortText(part.value, limit: 100, isQuoted: true))"
  }
  return "(\(texts.joined(separator: ", ")))"
}
