// Declarations that the screen of the article uses without defining them.
@MainActor
final class FlagScreen {
  private(set) var rows: [String]?

  func appear() async throws {}
}
