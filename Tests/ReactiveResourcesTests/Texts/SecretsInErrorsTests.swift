import Foundation
import ReactiveResources
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The user info of errors of Foundation, with a secret in each place.
@Suite struct `Secrets in an error of Foundation (H16)` {
  private static let text = "https://u:SECRET@a.test/x?token=SECRET&size=2"
  private static var url: URL { URL(string: text) ?? URL(filePath: "/") }

  private static var values: [String: Any] {
    var request = URLRequest(url: url)
    request.setValue("SECRET", forHTTPHeaderField: "X-Api-Token-V2")
    request.httpBody = Data("SECRET".utf8)
    let cause = NSError(domain: "a", code: 1, userInfo: ["b": text])
    let response = HTTPURLResponse(
      url: url,
      statusCode: 401,
      httpVersion: nil,
      headerFields: ["Set-Cookie": "SECRET"]
    )
    return [
      "url": url, "text": text, "request": request, "list": [text, text], "urls": [url],
      "components": URLComponents(string: text) as Any, "response": response as Any,
      "item": URLQueryItem(name: "token", value: "SECRET"), "Authorization": "Bearer SECRET",
      "headers": ["Cookie": "SECRET", "nested": [["Authorization": "SECRET"]]] as [String: Any],
      "set": Set([text]), "native": ["x": text] as NSDictionary, "array": [text] as NSArray,
      "NSMultipleUnderlyingErrorsKey": [cause, CocoaError(.fileNoSuchFile, userInfo: ["c": text])],
      "cocoa": CocoaError(.fileReadUnknown, userInfo: ["d": url, NSUnderlyingErrorKey: cause]),
      "posix": POSIXError(.EIO, userInfo: ["e": url]), "resume_token": Data("SECRET".utf8),
    ]
  }

  /// Returns everything that a value contains, also what its description omits.
  private func parts(_ value: Any, depth: Int = 0) -> String {
    guard depth < 40 else { return "" }
    return switch value {
    case let request as URLRequest:
      "\(request) \(request.allHTTPHeaderFields ?? [:]) \(request.httpBody ?? Data())"
        + String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    case let response as HTTPURLResponse:
      "\(response.allHeaderFields) \(String(describing: response.url))"
    case let data as Data: String(decoding: data, as: UTF8.self)
    case let pairs as [AnyHashable: Any]:
      pairs.map { "\($0.key): \(parts($0.value, depth: depth + 1))" }.joined(separator: " ")
    case let list as [Any]: list.map { parts($0, depth: depth + 1) }.joined(separator: " ")
    case let error as any Error: "\(error)" + parts((error as NSError).userInfo, depth: depth + 1)
    case _: "\(value)"
    }
  }

  private func passed(_ error: any Error) async throws -> any Error {
    let bench = Bench()
    bench.plan(.failure(error))
    let thrown = await #expect(throws: ResourceError.self) { try await bench.fetch() }
    guard case .transport(let wrapped)? = thrown else {
      throw try #require(thrown)
    }
    return wrapped.underlying
  }

  @Test func `no entry of its user info contains one`() async throws {
    for (name, value) in Self.values {
      let info = [name: value]
      for error in [
        URLError(.badURL, userInfo: info), CocoaError(.fileReadUnknown, userInfo: info),
        POSIXError(.EIO, userInfo: info), NSError(domain: "a", code: 1, userInfo: info),
      ] as [any Error] {
        let passed = try await passed(error)
        #expect(type(of: passed) == type(of: error))
        #expect((passed as NSError).code == (error as NSError).code)
        let text = parts(passed)
        // On Linux a POSIXError has no user info.
        let isSecret = parts(error).contains("SECRET")
        #expect(text.contains("REDACTED") == isSecret && !text.contains("SECRET"), "\(name)")
      }
    }
  }

  @Test func `causes are cut off at a depth, and their number is bounded`() async throws {
    var error = NSError(domain: "a", code: 0, userInfo: ["url": Self.text])
    for code in 1..<30 {
      let causes = [error, error, error]
      error = NSError(
        domain: "a",
        code: code,
        userInfo: [NSUnderlyingErrorKey: error, "NSMultipleUnderlyingErrorsKey": causes]
      )
    }
    var passed = try await passed(error) as NSError
    var codes: [Int] = []
    while let cause = passed.userInfo[NSUnderlyingErrorKey] as? NSError {
      #expect(!"\(cause.userInfo["url"] ?? "")".contains("SECRET"))
      codes.append(cause.code)
      passed = cause
    }
    #expect(codes.count <= 16 && codes.first == 28)
  }
}
