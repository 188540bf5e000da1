// Declarations that the screens of the article use without defining them.
import ReactiveLoadable
import ReactiveResources

struct Poster: Sendable {}

nonisolated struct Movie: Identifiable, Sendable {
  let id: Int
  let poster: String
}

struct PosterLibrary: Sendable {
  let posters: ResourceLoader<Poster>
}

typealias PosterRow = KeyedModel<ResourceLoader<Poster>>

func draw(_ state: ResourceLoader<Poster>.State) -> String { "\(state)" }
