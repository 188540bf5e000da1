// What the screen of the article uses and another part of it declares.
@MainActor
final class FlagScreen {
  private(set) var rows: [String]?

  func appear() async throws {}
}
