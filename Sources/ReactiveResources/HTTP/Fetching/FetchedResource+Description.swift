import Foundation
import ReactiveLoadable

// The texts and mirrors of results and failures, with redacted credentials. Dates are written as in
// header fields: the description of Foundation traps on Linux if a date is not a number.

extension FetchedResource: CustomStringConvertible, CustomReflectable {
  /// The number of bytes, the source and the header fields, with redacted credentials.
  public var description: String {
    partsText(
      "FetchedResource",
      "\(counted(body.count, "byte")) from \(source)\(isStale ? ", stale" : "")",
      ["url": url?.redactedText, "received": HTTPDate.text(for: received), "headers": headers]
    )
  }

  /// A mirror of the parts, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "body": body, "url": url?.redactedText, "source": source, "isStale": isStale,
        "headers": headers, "received": HTTPDate.text(for: received), "lifetime": lifetime,
      ]
    )
  }
}

extension StoreFailure: CustomStringConvertible, CustomReflectable {
  /// The call, the key, with redacted credentials, and the error.
  public var description: String {
    partsText("StoreFailure", "\(operation)", ["key": HTTPRedaction.text(key), "error": error])
  }

  /// A mirror of the parts, with redacted credentials.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      ["operation": operation, "key": HTTPRedaction.text(key), "error": error]
    )
  }
}
