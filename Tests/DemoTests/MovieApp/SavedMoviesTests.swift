import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@testable import Demo

@Suite struct `Saved movies, step by step` {
  private let kept = MovieChoices(favorites: [7], seen: [7], order: .title)

  @Test func `saved movies are loaded at the next start, and nothing is written`() {
    marbles { m in
      let (read, written) = (m.cold("--v|", ["v": kept]), Log<MovieChoices>())
      let store = m.testStore(SavedMovies.State()) {
        SavedMovies {
          try await read()
        } write: {
          written.note($0)
        }
      }
      store.send(.restore)
      m.advance(by: .milliseconds(20))
      store.receive(.restored(kept)) { $0 = SavedMovies.State(values: kept, early: nil) }
      #expect(written.entries.isEmpty)
    }
  }

  @Test func `a change before the file is read is applied to its content`() {
    marbles { m in
      let (read, written) = (m.cold("--v|", ["v": kept]), Log<MovieChoices>())
      let store = m.testStore(SavedMovies.State()) {
        SavedMovies {
          try await read()
        } write: {
          written.note($0)
        }
      }
      var all = kept
      all.favorites = [7, 8]
      store.send(.restore)
      store.send(.edit(.favorite(8))) {
        $0.values.favorites = [8]
        $0.early = [.favorite(8)]
      }
      m.advance(by: .milliseconds(20))
      store.receive(.restored(kept)) { $0 = SavedMovies.State(values: all, early: nil) }
      #expect(written.entries == [all])
    }
  }

  @Test func `a file that cannot be read is reported, and the app starts empty`() {
    marbles { m in
      let written = Log<MovieChoices>()
      let store = m.testStore(SavedMovies.State()) {
        SavedMovies {
          throw SavedFile.Trouble.missing
        } write: {
          written.note($0)
        }
      }
      store.send(.restore)
      store.receive(.restored(nil)) { $0.early = nil }
      store.receive(failure: SavedFile.Trouble.missing)
      store.send(.edit(.see(1))) { $0.values.seen = [1] }
      #expect(written.entries == [MovieChoices(seen: [1])])
    }
  }

  @Test func `a write that fails is reported, and the change stays`() {
    marbles { m in
      let write = m.cold("-#", failure: APIError.timedOut)
      let store = m.testStore(SavedMovies.State(early: nil)) {
        SavedMovies {
          MovieChoices()
        } write: { _ in
          _ = try await write()
        }
      }
      store.send(.edit(.favorite(1))) { $0.values.favorites = [1] }
      m.advance(by: .milliseconds(10))
      store.receive(failure: APIError.timedOut)
    }
  }

  @Test func `each edit does what it says, once`() {
    var values = MovieChoices()
    for _ in 1...2 { values.apply(.favorite(1)) }
    for edit: SavedEdit in [.favorite(2), .see(3), .sort(.title), .adults(true)] {
      values.apply(edit)
    }
    #expect(values == MovieChoices(favorites: [1, 2], seen: [3], order: .title, adults: true))
  }
}
