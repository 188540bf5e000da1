import Foundation
import ReactiveLoadable

extension ObjectText {
  /// A type with its parts, as in `ResourceRequest(https://a.test/x, cachePolicy: reload)`.
  ///
  /// Absent parts are omitted.
  init(_ type: String, _ first: String, _ others: KeyValuePairs<String, Any?>) {
    let others = others.compactMap { label, value in value.map { "\(label): \($0)" } }
    self.init("\(type)(\(([first] + others).joined(separator: ", ")))")
  }
}

/// Returns a number with a noun, as in `1 request` and `2 requests`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension URL {
  /// The URL without its user, its password and the values of redacted query items.
  var redactedText: String { HTTPRedaction.text(absoluteString) }
}
