import FlyingFox

/// The answer to `/welcome/<language>?name=…`: a message, and how many were asked for in its language.
struct WelcomeRoutes: Sendable {
  private static let words = [
    "de": "Willkommen", "en": "Welcome", "fr": "Bienvenue", "it": "Benvenuta",
  ]

  func answer(_ request: HTTPRequest, _ language: String, number: Int) throws -> HTTPResponse {
    guard let word = Self.words[language] else { return .fault(404) }
    guard let name = request.query["name"] else { return .fault(400, "name is missing") }
    let visits = number == 1 ? "" : " (\(number))"
    return try .json("\(word), \(name)!\(visits)")
  }
}
