// Declarations that the screens of the article use without defining them.
import ReactiveLoadable

nonisolated struct Movie: Identifiable, Sendable {
  let id: Int
}

let posters = LoaderCache { (id: Int) in "\(id)" }

extension PosterCell {
  func draw(_ state: Loadable<String, Never>) {}
}
