// What the screens of the article use and another part of it, or the reader, declares.
import ReactiveLoadable

nonisolated struct Movie: Identifiable, Sendable {
  let id: Int
}

let posters = LoaderCache { (id: Int) in "\(id)" }

extension PosterCell {
  func draw(_ state: Loadable<String, Never>) {}
}
