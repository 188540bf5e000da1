public import Foundation

/// The reason why a header field of a request cannot be sent.
public enum HTTPFieldError: Error, Hashable, Sendable {
  /// The name is empty, or contains a character that a name must not contain (RFC 9110, 5.1).
  case name(String)
  /// The value of this field contains a control character, such as a line break (RFC 9110, 5.5).
  ///
  /// The error does not contain the value, which may be a credential.
  case value(of: String)
  /// The transport sets this field: `Host`, `Content-Length`, or a field of the connection.
  case reserved(String)
}

extension HTTPFieldError: LocalizedError {
  /// A sentence that names the field and the reason.
  public var errorDescription: String? {
    switch self {
    case .name(let name):
      "The header field \(String(reflecting: name)) cannot be sent, because its name is not valid."
    case .value(let name):
      """
      The header field "\(name)" cannot be sent, because its value contains a control character, \
      such as a line break. Remove it from the value.
      """
    case .reserved(let name):
      "The header field \"\(name)\" cannot be sent, because the transport sets it. Remove the field."
    }
  }
}

extension HTTPFields {
  /// Throws an error for the first field that a request must not have.
  func validate() throws(HTTPFieldError) {
    for (name, value) in self {
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { throw .name(name) }
      guard Self.isValue(value) else { throw .value(of: name) }
      guard !Self.reserved.contains(name) else { throw .reserved(name) }
    }
  }

  /// Returns true if a request can have a field of this name, in any case.
  static func canSend(_ name: String) -> Bool {
    let fields: HTTPFields = [name: ""]
    do { try fields.validate() } catch { return false }
    return true
  }

  /// Returns true if a value has no control characters except tabs.
  static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case _: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]
}
