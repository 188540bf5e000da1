import Foundation

/// The length of a body that the server announced (RFC 9112, 6.3).
enum AnnouncedLength: Hashable {
  case unknown
  case bytes(Int64)
  /// The values of `Content-Length` differ, or one is not a number.
  case invalid(InvalidLength)

  init(_ headers: HTTPFields) {
    let value = headers["content-length"] ?? ""
    let lengths = Set(FieldList.members(of: value).map(Self.number))
    if lengths.isEmpty || headers["transfer-encoding"] != nil {
      self = .unknown
    } else if lengths.count == 1, let length = lengths.first ?? nil {
      self = .bytes(length)
    } else {
      self = .invalid(InvalidLength(value: value))
    }
  }

  var bytes: Int64? {
    guard case .bytes(let count) = self else { return nil }
    return count
  }

  /// A number with too many digits exceeds every limit, and the length of every body.
  private static func number(_ digits: String) -> Int64? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits) ?? .max
  }
}

/// The error for a `Content-Length` that announces no length, or several.
struct InvalidLength: LocalizedError, Hashable {
  let value: String

  var errorDescription: String? {
    "The server sent the invalid Content-Length \(String(reflecting: value))."
  }
}
