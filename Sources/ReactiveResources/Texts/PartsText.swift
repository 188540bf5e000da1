import Foundation
import ReactiveLoadable

/// Returns a description such as `ResourceRequest(https://a.test/x, cachePolicy: reload)`.
///
/// Absent parts are omitted. The text is one line of at most 300 characters.
func partsText(_ type: String, _ first: String, _ others: KeyValuePairs<String, Any?>) -> String {
  let others = others.compactMap { label, value in value.map { "\(label): \($0)" } }
  return cutText("\(type)(\(([first] + others).joined(separator: ", ")))", 300)
}

/// Returns a number with a noun, as in `1 request` and `2 requests`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension URL {
  /// The URL without its user, its password and the values of redacted query items.
  var redactedText: String { HTTPRedaction.text(absoluteString) }
}
