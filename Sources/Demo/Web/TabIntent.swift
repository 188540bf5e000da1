import Foundation

/// A message of the page: a case, and its values as fields.
///
/// `{"do": "rate", "id": 7, "stars": 5}` is `.rate(id: 7, stars: 5)`.
enum TabIntent: Codable, Hashable, Sendable {
  enum Part: String, Codable, Sendable { case list, page, detail, favorites, posters }
  enum Shelf: String, Codable, Sendable { case list, favorites }
  enum Tag: String, Codable, Sendable { case movies, lists }

  case signIn(user: String)
  case signOut
  case search(text: String)
  case more
  case refresh(what: Part)
  case retry(what: Part)
  case cancel(what: Part)
  case open(id: RatedMovie.ID)
  case close
  case show(screen: Shelf)
  /// 1 to 5 stars; zero removes the rating.
  case rate(id: RatedMovie.ID, stars: Int)
  case favorite(id: RatedMovie.ID, on: Bool)
  case make(trouble: TroubledTransport.Trouble, on: Bool)
  case invalidate(what: Tag)
  case expire
  case later(seconds: Int)
  case lanes(first: Int, count: Int, width: Int?)
  case inspect(event: String)
  case copyTest
  case copyPicture
  case seen(n: Int)
}

extension TabIntent {
  /// A sentence about a message that is no intent.
  struct Rubbish: Error, Hashable { let sentence: String }

  private struct Head: Decodable { let `do`: String }

  init(_ message: Data) throws(Rubbish) {
    do {
      let name = try JSONDecoder().decode(Head.self, from: message).do
      // The form of a case in Swift's coding: its name, and an object with its values.
      let start = Data("{\(JSON(name)):".utf8)
      self = try JSONDecoder().decode(Self.self, from: start + message + Data("}".utf8))
    } catch { throw Rubbish(sentence: "The message is no intent: \(error.fault).") }
  }
}

extension Error {
  /// The fault of a message, without its contents.
  fileprivate var fault: String {
    switch self as? DecodingError {
    case .keyNotFound(let key, _)?: "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      context.codingPath.dropFirst().last.map { "“\($0.stringValue)” has the wrong type" }
        ?? "“do” has no known name"
    case .dataCorrupted(let context)?:
      context.codingPath.last.map { "“\($0.stringValue)” has an unknown value" } ?? "it is no JSON"
    default: "it cannot be read"
    }
  }
}
