// Declarations that the screens of the article use without defining them.
nonisolated struct Card: Identifiable, Hashable, Sendable {
  let id: Int
  let title: String
}
