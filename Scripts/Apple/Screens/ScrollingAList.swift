// What the screens of the article use and another part of it, or the reader, declares.
nonisolated struct Episode: Identifiable, Hashable, Sendable {
  let id: Int
  let title: String
}
