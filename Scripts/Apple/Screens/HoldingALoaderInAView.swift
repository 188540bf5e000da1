// Declarations that the screens of the article use without defining them.
struct API: Sendable {
  func account() async throws -> [String] { [] }
}
