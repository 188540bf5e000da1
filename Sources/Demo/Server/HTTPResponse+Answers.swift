import FlyingFox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPResponse {
  /// A content type that the API sends.
  enum ContentType: String {
    case jpeg = "image/jpeg"
    case json = "application/json; charset=utf-8"
    case mpeg = "audio/mpeg"
    case png = "image/png"
    case rss = "application/rss+xml; charset=utf-8"
  }

  /// Makes the answer 200 with a value as JSON.
  static func json(_ value: some Encodable) throws -> HTTPResponse {
    .body(try JSONEncoder().encode(value), type: .json)
  }

  /// Makes the answer 200 with these bytes.
  static func body(_ data: Data, type: ContentType) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: [.contentType: type.rawValue], body: data)
  }

  /// Makes the answer 200 with a body that comes in chunks of so many bytes; its length is told.
  static func paced(_ body: PacedBody, type: ContentType, chunk: Int = 4096) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: type.rawValue],
      body: HTTPBodySequence(from: body, count: body.data.count, suggestedBufferSize: chunk)
    )
  }

  /// Makes an answer with any status whose JSON says why.
  static func fault(_ code: Int, _ reason: String? = nil) -> HTTPResponse {
    let phrase = HTTPURLResponse.localizedString(forStatusCode: code)
    let body = try? JSONEncoder().encode(["error": reason ?? phrase])
    return HTTPResponse(
      statusCode: HTTPStatusCode(code, phrase: phrase),
      headers: [.contentType: ContentType.json.rawValue],
      body: body ?? Data()
    )
  }
}
