// What the screens of the article use and another part of it, or the reader, declares.
struct Card: Identifiable, Hashable, Sendable {
  let id: Int
  let title: String
}
