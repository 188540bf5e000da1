import FlyingFox
import Foundation

/// The answers about posters: `GET /posters/<size>/<name>`, with conditions and parts as a right
/// server of files has them (RFC 9110, 13 and 14).
///
/// They have no `Date`: how old one is counts from when it came.
struct PosterRoutes: Sendable {
  let movies: [Movie]
  /// Begins to send the bytes.
  let send: @Sendable (Data) -> PacedBody

  func answer(_ request: HTTPRequest, _ path: [String]) throws -> HTTPResponse {
    guard let file = try file(path) else { return .fault(404) }
    guard request.method == .GET else { return .fault(405) }
    switch FileConditions(request.headers).verdict(on: file) {
    case .unchanged: return told(of: file, .unchanged(length: file.data.count))
    case .whole: return told(of: file, .paced(send(file.data), type: file.type))
    case .part(let bytes): return told(of: file, part(bytes, of: file))
    case .outside:
      var response = HTTPResponse.fault(416)
      response.headers[.contentRange] = "bytes */\(file.data.count)"
      return response
    }
  }

  /// Adds what a cache has to know.
  private func told(of file: PosterFile, _ answer: HTTPResponse) -> HTTPResponse {
    var answer = answer
    answer.headers[.eTag] = file.tag
    answer.headers[.lastModified] = file.lastModified
    answer.headers[.cacheControl] = file.keeping.rawValue
    answer.headers[.acceptRanges] = "bytes"
    return answer
  }

  private func part(_ bytes: Range<Int>, of file: PosterFile) -> HTTPResponse {
    var response = HTTPResponse.paced(send(Data(file.data[bytes])), type: file.type)
    response.statusCode = .partialContent
    let (first, last) = (bytes.lowerBound, bytes.upperBound - 1)
    response.headers[.contentRange] = "bytes \(first)-\(last)/\(file.data.count)"
    return response
  }

  private func file(_ path: [String]) throws -> PosterFile? {
    guard path.count == 2, let size = PosterSize(rawValue: path[0]),
      let movie = movies.first(where: { $0.poster == "/" + path[1] })
    else { return nil }
    return try PosterFile(of: movie, size)
  }
}

extension HTTPResponse {
  /// Makes the answer 304; its length is that of what is not sent (RFC 9110, 8.6).
  fileprivate static func unchanged(length: Int) -> HTTPResponse {
    HTTPResponse(statusCode: .notModified, headers: HTTPHeaders([.contentLength: String(length)]))
  }
}
