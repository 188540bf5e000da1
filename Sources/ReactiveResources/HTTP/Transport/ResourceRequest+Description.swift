import Foundation
import ReactiveLoadable

// The texts and mirrors of values with a URL or header fields, with redacted credentials.

extension ResourceRequest: CustomStringConvertible, CustomReflectable {
  /// The URL with the parts that differ from the defaults, with redacted credentials.
  ///
  /// For instance `ResourceRequest(https://a.test/x?token=REDACTED, cachePolicy: reload)`.
  public var description: String {
    let hasOwnKey = key != Self.key(of: url)
    return partsText(
      "ResourceRequest",
      url.redactedText,
      [
        "headers": headers == [:] ? nil : headers,
        "key": hasOwnKey ? String(reflecting: HTTPRedaction.text(key)) : nil,
        "cachePolicy": cachePolicy == .standard ? nil : cachePolicy,
      ]
    )
  }

  /// A mirror of the parts, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "url": url.redactedText, "headers": headers,
        "key": HTTPRedaction.text(key), "cachePolicy": cachePolicy,
        "allowsCredentials": allowsCredentials,
      ]
    )
  }
}

extension ResourceResponse: CustomStringConvertible, CustomReflectable {
  /// The status and the header fields, with redacted credentials, without the body.
  public var description: String {
    partsText("ResourceResponse", "\(status)", ["headers": headers, "url": url?.redactedText])
  }

  /// A mirror of the status, the header fields and the URL, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(ofValue: self, ["status": status, "headers": headers, "url": url?.redactedText])
  }
}
