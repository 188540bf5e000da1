import FlyingFox
import Foundation
import ReactiveResources

/// What a request for a file makes its answer depend on (RFC 9110, 13.2.2).
struct FileConditions: Hashable {
  var ifNoneMatch: String?
  var ifModifiedSince: String?
  var range: String?
  var ifRange: String?

  /// Which answer they lead to.
  enum Verdict: Hashable {
    /// The client has it already.
    case unchanged
    case whole
    case part(Range<Int>)
    /// It has no such part.
    case outside
  }

  /// Decides: a tag before a date, and what has changed before a part.
  func verdict(on file: PosterFile) -> Verdict {
    guard !isKnown(file) else { return .unchanged }
    guard let range, mayBePart(of: file) else { return .whole }
    return switch ByteRange(range, of: file.data.count) {
    case nil: .whole
    case .part(let bytes): .part(bytes)
    case .outside: .outside
    }
  }
}

extension FileConditions {
  init(_ headers: HTTPHeaders) {
    ifNoneMatch = headers[.ifNoneMatch]
    ifModifiedSince = headers[.ifModifiedSince]
    range = headers[.range]
    ifRange = headers[HTTPHeader("If-Range")]
  }

  private func isKnown(_ file: PosterFile) -> Bool {
    guard let ifNoneMatch else { return isUnmodified(file) }
    let tags = ifNoneMatch.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return ifNoneMatch == "*" || tags.contains { matches($0, file) { $0.matchesWeakly($1) } }
  }

  private func isUnmodified(_ file: PosterFile) -> Bool {
    guard let since = date(ifModifiedSince), let modified = date(file.lastModified) else {
      return false
    }
    return modified <= since
  }

  private func mayBePart(of file: PosterFile) -> Bool {
    guard let ifRange else { return true }
    return ifRange == file.lastModified || matches(ifRange, file) { $0.matchesStrongly($1) }
  }

  private func matches(
    _ text: String,
    _ file: PosterFile,
    by rule: (EntityTag, EntityTag) -> Bool
  ) -> Bool {
    guard let known = EntityTag(text), let tag = EntityTag(file.tag) else { return false }
    return rule(known, tag)
  }

  private func date(_ text: String?) -> Date? {
    text.flatMap { HTTPDate.date(from: $0, now: .now) }
  }
}
