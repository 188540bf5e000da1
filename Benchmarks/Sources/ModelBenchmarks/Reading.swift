import Observation
import ReactiveLoadable
import ReactiveStore

/// The text that the rows draw.
struct Book: Sendable, Identifiable {
  let id: Int
  let title: String

  init(_ id: Int) {
    self.id = id
    title = "A title that is too long to be stored inline: \(id)"
  }
}

/// Reads of the state of a model, as a view reads it each time that it is drawn.
@MainActor enum Reading {
  static func loaderModel() -> @MainActor (Int) -> Void {
    let loader = Loader { (id: Int) async throws -> Book in Book(id) }
    loader.set(Book(1))
    let (model, screen) = (LoaderModel(loader), Screen())
    return { count in for _ in 0..<count { screen.draw(model.state.value?.id) } }
  }

  static func pagedModel() -> @MainActor (Int) -> Void {
    let loader = PagedLoader { (request: PageRequest<Int, Int>) in
      Page<Int, Book>([Book(1)], next: nil)
    }
    let (model, screen) = (PagedModel(loader), Screen())
    return { count in for _ in 0..<count { screen.draw(model.state.isLoading ? 1 : 0) } }
  }

  static func keyedModel() -> @MainActor (Int) -> Void {
    let (cache, screen) = (Showing.books(), Screen())
    let model = KeyedModel(cache)
    model.show(1)
    return { count in for _ in 0..<count { screen.draw(model.state.value?.id) } }
  }

  static func storeModel() -> @MainActor (Int) -> Void {
    let model = StoreModel(Store(Shelf.State()) { Shelf() })
    let screen = Screen()
    return { count in for _ in 0..<count { screen.draw(model.state.books.count) } }
  }

  static func loadingModel() -> @MainActor (Int) -> Void {
    let (model, screen) = (shelf(), Screen())
    return { count in for _ in 0..<count { screen.draw(model.state.isLoading ? 1 : 0) } }
  }

  static func request() -> @MainActor (Int) -> Void {
    let (model, screen) = (shelf(), Screen())
    return { count in for _ in 0..<count { screen.draw(model.request) } }
  }

  static func byHand() -> @MainActor (Int) -> Void {
    let (model, screen) = (BookModel(), Screen())
    model.state = .loaded(Book(1))
    return { count in for _ in 0..<count { screen.draw(model.state.value?.id) } }
  }

  private static func shelf() -> LoadingModel<Int, Shelf.State, Int> {
    typealias State = LoadableState<Int, Shelf.State>
    typealias Action = LoadingAction<Int, Shelf.State, Int>
    return LoadingModel(
      Store(State()) {
        EmptyReducer<State, Action>().loadable(state: \.self, action: .itself) {
          Shelf()
        } load: { id, _ in
          Shelf.State(books: [Book(id)])
        }
      }
    )
  }
}

/// The books of a shelf.
struct Shelf: Reducer {
  struct State: Sendable {
    var books: [Book] = []
  }

  func reduce(into state: inout State, _ action: Int) -> Effect<Int> {
    state.books.append(Book(action))
    return .none
  }
}

/// A model of one screen, written by hand.
@MainActor @Observable final class BookModel {
  var state: Loadable<Book, any Error> = .notRequested
}

/// A sum of what is drawn, so that nothing is optimized away.
@MainActor final class Screen {
  private var sum = 0

  @inline(never)
  func draw(_ number: Int?) { sum &+= number ?? 1 }
}
