// What the screens of the article use and another part of it, or the reader, declares.
struct API: Sendable {
  func account() async throws -> [String] { [] }
}
