import Foundation
import ReactiveGround
import ReactiveLoadable

extension SwiftLiteral {
  /// True for a value that needs no fixture: a scalar, a short text, or an empty collection.
  static func isSmall(_ value: Any) -> Bool {
    switch value {
    case let text as any StringProtocol: return String(text).utf8.count <= 100
    case let data as Data: return data.count <= 100
    case let value as any SwiftLiteralConvertible: return value.isSmall
    default:
      // A scalar without an expression, such as a number that is not equal to itself, is small, too.
      do { return try scalar(value) { _ in "" } != nil } catch { return true }
    }
  }

  /// Returns the expression of a value of a type without parameters; `nil` for a type that its
  /// mirror shows.
  static func scalar(
    _ value: Any,
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String? {
    switch value {
    case is Bool, is Int, is Int8, is Int16, is Int32, is Int64,
      is UInt, is UInt8, is UInt16, is UInt32, is UInt64:
      String(reflecting: value)
    case let string as String: string.swiftLiteral
    case let character as Character: String(character).swiftLiteral
    case let string as Substring: "Substring(\(try text(String(string))))"
    // The compiler warns about the literal of so small a number.
    case let number as Double where number.isSubnormal: "Double(bitPattern: \(number.bitPattern))"
    case let number as Float where number.isSubnormal: "Float(bitPattern: \(number.bitPattern))"
    case let number as Double: try literal(of: number)
    case let number as Float: try literal(of: number)
    case let number as CGFloat:
      number.isInfinite ? try literal(of: number) : try text(Double(number))
    case let number as Decimal: "Decimal(string: \(try text(try digits(of: number))))!"
    case let date as Date:
      "Date(timeIntervalSinceReferenceDate: \(try text(date.timeIntervalSinceReferenceDate)))"
    case let id as UUID: "UUID(uuidString: \(try text(id.uuidString)))!"
    case let url as URL: try literal(of: url, text)
    case let data as Data: "Data(base64Encoded: \(try text(data.base64EncodedString())))!"
    case let duration as Duration: literal(of: duration)
    case is NoRequest: "NoRequest()"
    case let progress as LoadProgress: try literal(of: progress, text)
    // Errors of Foundation are written by their codes: a test that throws one expects the same.
    case let error as URLError: "URLError(.\(try codeName(of: error)))"
    case let error as POSIXError: "POSIXError(POSIXErrorCode(rawValue: \(error.code.rawValue))!)"
    case let error as CocoaError:
      "CocoaError(CocoaError.Code(rawValue: \(error.code.rawValue)))"
    case let error as LoadError: try literal(of: error, text)
    default: nil
    }
  }

  private static func literal<Number: BinaryFloatingPoint>(
    of number: Number
  ) throws(NoLiteral) -> String {
    if number.isNaN {
      throw NoLiteral(reason: "a number that is not equal to itself cannot be expected")
    }
    if number.isInfinite { return "\(number < 0 ? "-" : "")\(Number.self).infinity" }
    return String(reflecting: number)
  }

  private static func digits(of number: Decimal) throws(NoLiteral) -> String {
    let digits = "\(number)"
    guard !number.isNaN, Decimal(string: digits) == number else {
      throw NoLiteral(reason: "a Decimal that its digits do not create cannot be expected")
    }
    return digits
  }

  private static func literal(
    of url: URL,
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    guard let base = url.baseURL else { return "URL(string: \(try text(url.absoluteString)))!" }
    return "URL(string: \(try text(url.relativeString)), relativeTo: \(try text(base)))!"
  }

  static func literal(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  private static func literal(
    of progress: LoadProgress,
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    guard let completed = progress.completed else {
      return "LoadProgress(fraction: \(try text(progress.fraction ?? 0)))"
    }
    return "LoadProgress(completed: \(completed), of: \(progress.total.map { "\($0)" } ?? "nil"))"
  }

  private static func literal(
    of error: LoadError,
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    let underlying = error.underlying
    guard (underlying as Any) is any Equatable else {
      throw NoLiteral(reason: "\(type(of: underlying)) is not Equatable; conform it to Equatable")
    }
    return "LoadError(\(try text(underlying)))"
  }

  private static func codeName(of error: URLError) throws(NoLiteral) -> String {
    guard let name = urlErrors[error.errorCode] else {
      throw NoLiteral("URLError has no name for the code \(error.errorCode)", of: error)
    }
    return name
  }

  /// The names of the codes, which are values of a struct on Apple systems.
  private static let urlErrors: [Int: String] = Dictionary(
    """
    -1 unknown -999 cancelled -1000 badURL -1001 timedOut -1002 unsupportedURL
    -1003 cannotFindHost -1004 cannotConnectToHost -1005 networkConnectionLost
    -1006 dnsLookupFailed -1007 httpTooManyRedirects -1008 resourceUnavailable
    -1009 notConnectedToInternet -1010 redirectToNonExistentLocation -1011 badServerResponse
    -1012 userCancelledAuthentication -1013 userAuthenticationRequired -1014 zeroByteResource
    -1015 cannotDecodeRawData -1016 cannotDecodeContentData -1017 cannotParseResponse
    -1018 internationalRoamingOff -1019 callIsActive -1020 dataNotAllowed
    -1021 requestBodyStreamExhausted -1022 appTransportSecurityRequiresSecureConnection
    -1100 fileDoesNotExist -1101 fileIsDirectory -1102 noPermissionsToReadFile
    -1103 dataLengthExceedsMaximum -1200 secureConnectionFailed
    -1201 serverCertificateHasBadDate -1202 serverCertificateUntrusted
    -1203 serverCertificateHasUnknownRoot -1204 serverCertificateNotYetValid
    -1205 clientCertificateRejected -1206 clientCertificateRequired -2000 cannotLoadFromNetwork
    -3000 cannotCreateFile -3001 cannotOpenFile -3002 cannotCloseFile -3003 cannotWriteToFile
    -3004 cannotRemoveFile -3005 cannotMoveFile -3006 downloadDecodingFailedMidStream
    -3007 downloadDecodingFailedToComplete -995 backgroundSessionRequiresSharedContainer
    -996 backgroundSessionInUseByAnotherProcess -997 backgroundSessionWasDisconnected
    """
    .matches(of: /(-\d+)\s+(\w+)/).compactMap { match in
      Int(match.1).map { ($0, String(match.2)) }
    },
    uniquingKeysWith: { first, _ in first }
  )
}
