import Foundation

/// A message of the page.
enum TabIntent: Hashable, Sendable {
  enum Part: String, Decodable, Sendable { case list, page, detail, favorites, posters }
  enum Shelf: String, Decodable, Sendable { case list, favorites }
  enum Trouble: String, Decodable, Sendable { case slow, fail, offline }
  enum Tag: String, Decodable, Sendable { case movies, lists }

  case signIn(String)
  case signOut
  case search(String)
  case more
  case refresh(Part)
  case retry(Part)
  case cancel(Part)
  case open(RatedMovie.ID)
  case close
  case show(Shelf)
  case rate(RatedMovie.ID, stars: Int)
  case favorite(RatedMovie.ID, isOn: Bool)
  case make(Trouble, isOn: Bool)
  case invalidate(Tag)
  case expire
  case later(seconds: Int)
  case lanes(first: Int, count: Int, width: Int)
  case inspect(String)
  case copyTest
  case copyPicture
  case seen(Int)
}

extension TabIntent: Decodable {
  private enum Name: String, Decodable {
    case signIn, signOut, search, more, refresh, retry, cancel, open, close, show, rate, favorite
    case make, invalidate, expire, later, lanes, inspect, copyTest, copyPicture, seen
  }

  private enum Key: String, CodingKey {
    case `do`, user, text, what, id, screen, stars, on, trouble, seconds, first, count, width
    case event, n
  }

  /// A sentence about a message that is no intent.
  struct Rubbish: Error, Hashable { let sentence: String }

  /// Reads a message; numbers outside of their range are limited to it.
  init(_ message: Data) throws(Rubbish) {
    do {
      self = try JSONDecoder().decode(TabIntent.self, from: message)
    } catch let error as Rubbish {
      throw error
    } catch { throw Rubbish(sentence: "The message is no intent: \(error.fault).") }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func field<Field: Decodable>(_ key: Key) throws -> Field {
      try fields.decode(Field.self, forKey: key)
    }
    func number(_ key: Key, _ range: ClosedRange<Int>) throws -> Int {
      min(max(try field(key), range.lowerBound), range.upperBound)
    }
    switch try field(.do) as Name {
    case .signIn: self = .signIn(try field(.user))
    case .signOut: self = .signOut
    case .search: self = .search(String((try field(.text) as String).prefix(200)))
    case .more: self = .more
    case .refresh: self = .refresh(try field(.what))
    case .retry: self = .retry(try field(.what))
    case .cancel: self = .cancel(try field(.what))
    case .open: self = .open(try field(.id))
    case .close: self = .close
    case .show: self = .show(try field(.screen))
    case .rate: self = .rate(try field(.id), stars: try number(.stars, 0...5))
    case .favorite: self = .favorite(try field(.id), isOn: try field(.on))
    case .make: self = .make(try field(.trouble), isOn: try field(.on))
    case .invalidate: self = .invalidate(try field(.what))
    case .expire: self = .expire
    case .later: self = .later(seconds: try number(.seconds, 0...86_400))
    case .lanes:
      self = .lanes(
        first: try number(.first, 0...100),
        count: try number(.count, 0...100),
        width: try fields.contains(.width) ? number(.width, 0...2_000) : 480
      )
    case .inspect: self = .inspect(try field(.event))
    case .copyTest: self = .copyTest
    case .copyPicture: self = .copyPicture
    case .seen: self = .seen(try field(.n))
    }
  }
}

extension Error {
  /// What is wrong with a message, without its contents.
  fileprivate var fault: String {
    switch self as? DecodingError {
    case .keyNotFound(let key, _)?: "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      context.codingPath.last.map { "“\($0.stringValue)” has the wrong type" } ?? "it is no object"
    case .dataCorrupted(let context)?:
      context.codingPath.last.map { "“\($0.stringValue)” has an unknown value" } ?? "it is no JSON"
    default: "it cannot be read"
    }
  }
}
