/// A stand-in: the ends of a list without the decisions about its pages.
enum ListEnd: CaseIterable, Sendable {
  case end
  case start
}
