import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPRedaction {
  /// Returns an error of Foundation with redacted user info; other errors unchanged.
  static func error(_ error: any Error) -> any Error {
    var redaction = ErrorRedaction()
    return redaction.error(error, depth: 0)
  }
}

/// The redaction of one error, its causes and their values, whose number and depth are bounded.
private struct ErrorRedaction {
  private var remaining = 1000

  mutating func error(_ error: any Error, depth: Int) -> any Error {
    // NB: Tested on the type, because a cast of an error may bridge it.
    let type = Swift.type(of: error as Any)
    guard
      type is NSError.Type || type is URLError.Type || type is CocoaError.Type
        || type is POSIXError.Type
    else { return error }
    let plain = error as NSError
    let info = isCutOff(depth) ? [:] : pairs(plain.userInfo, depth: depth + 1)
    if type is URLError.Type, let error = error as? URLError {
      return URLError(error.code, userInfo: info)
    }
    if type is CocoaError.Type, let error = error as? CocoaError {
      return CocoaError(error.code, userInfo: info)
    }
    if type is POSIXError.Type, let error = error as? POSIXError {
      return POSIXError(error.code, userInfo: info)
    }
    return NSError(domain: plain.domain, code: plain.code, userInfo: info)
  }

  /// Causes may be circular, and a cause may be in several lists.
  private mutating func isCutOff(_ depth: Int) -> Bool {
    remaining -= 1
    return depth >= 16 || remaining < 0
  }

  private mutating func pairs<Key: Hashable>(_ pairs: [Key: Any], depth: Int) -> [Key: Any] {
    var redacted: [Key: Any] = [:]
    for (key, value) in pairs { redacted[key] = self.value(value, of: "\(key)", depth: depth) }
    return redacted
  }

  private mutating func value(_ value: Any, of name: String, depth: Int) -> Any {
    // The names of Foundation, such as `NSErrorFailingURLKey`, are no names of secrets.
    let isFoundation = ["NS", "_NS", "_k"].contains { name.hasPrefix($0) }
    return !isFoundation && HTTPRedaction.contains(name)
      ? HTTPRedaction.placeholder : self.value(value, depth: depth)
  }

  private mutating func value(_ value: Any, depth: Int) -> Any {
    switch value {
    case let error as any Error: return self.error(error, depth: depth)
    case let text as String: return HTTPRedaction.text(text)
    case let url as URL: return HTTPRedaction.url(url)
    case let request as URLRequest: return HTTPRedaction.request(request)
    case let response as URLResponse:
      return response.url.map(HTTPRedaction.url) ?? HTTPRedaction.placeholder as Any
    case let components as URLComponents:
      return components.string.flatMap { URLComponents(string: HTTPRedaction.text($0)) }
        ?? HTTPRedaction.placeholder as Any
    case let item as URLQueryItem:
      return URLQueryItem(
        name: item.name,
        value: item.value.map { HTTPRedaction.value($0, of: item.name) }
      )
    case _ where !isCollection(value): return value
    case _ where isCutOff(depth): return HTTPRedaction.placeholder
    case let pairs as [AnyHashable: Any]: return self.pairs(pairs, depth: depth + 1)
    case let list as [Any]: return list.map { self.value($0, depth: depth + 1) }
    case let set as Set<AnyHashable>: return set.map { self.value($0.base, depth: depth + 1) }
    case _: return value
    }
  }

  private func isCollection(_ value: Any) -> Bool {
    value is [AnyHashable: Any] || value is [Any] || value is Set<AnyHashable>
  }
}

extension HTTPRedaction {
  /// Returns a request with the redacted URL and header fields, without a body.
  fileprivate static func request(_ request: URLRequest) -> Any {
    guard let url = request.url else { return placeholder }
    var redacted = URLRequest(url: self.url(url))
    redacted.httpMethod = request.httpMethod
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      redacted.setValue(self.value(value, of: name), forHTTPHeaderField: name)
    }
    return redacted
  }
}
