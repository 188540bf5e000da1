import Foundation
import LoadableTesting
import Observation
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

// The code of the article on holding a loader in a view, unchanged, without the screens of SwiftUI
// and UIKit.

@MainActor
func watch(
  _ model: ValueModel<[String]>,
  on console: Console
) async {
  guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
  model.appear()
  defer { model.disappear() }
  for await state in Observations({ model.state }) {
    console.draw(state)
  }
}

@MainActor @Observable
final class LibraryModel {
  let books: RequestModel<String, [String]>
  var isSorted = false

  var titles: [String] {
    let titles = books.state.latest ?? []
    return isSorted ? titles.sorted() : titles
  }

  init(fetch: @escaping @Sendable (String) async throws -> [String]) {
    books = LoaderModel(Loader(fetch), onDisappear: .cancelLoad)
  }
}

@MainActor
final class OldLibraryModel: ObservableObject {
  @Published private(set) var state: LoadState<[String]> = .notRequested
  let books: RequestModel<String, [String]>
  private var subscription: AnyCancellable?

  init(fetch: @escaping @Sendable (String) async throws -> [String]) {
    books = LoaderModel(Loader(fetch))
    subscription = books.loader.states.sinkOnMainActor { [weak self] in self?.state = $0 }
  }
}

final class CartModel: Sendable {
  let items = BehaviorRelay<[String]>([])
  let count = BehaviorRelay(0)
  private let subscription: Mutex<AnyCancellable>

  init() {
    subscription = Mutex(items.map(\.count).bind(to: count))
  }
}

/// A model with several subscriptions.
private final class BasketModel: Sendable {
  let (items, count) = (BehaviorRelay<[String]>([]), BehaviorRelay(0))
  private let subscriptions = Mutex<[AnyCancellable]>([])

  init() {
    subscriptions.withLock {
      items.map(\.count).bind(to: count).store(in: &$0)
    }
  }
}

@MainActor final class Console {
  let lines = BehaviorRelay("")
  func draw(_ state: LoadState<[String]>) { lines.accept("\(state)") }
}

@Suite struct `The code of the article on holding a loader` {
  @Test func `a console draws a model by Observation`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["Dune"]])
      let model = m.keep(LoaderModel(Loader { try await answer() }))
      let console = m.keep(Console())
      let watching = m.keep(Task { await watch(model, on: console) })
      m.at(.milliseconds(40)) { watching.cancel() }
      m.expect(
        reading: { console.lines.value },
        "l-d",
        ["l": "loading", "d": #"loaded(["Dune"])"#]
      )
    }
  }

  @Test(.needsImmediateTasks) func `a console draws a model by a sink`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["Dune"]])
      let model = m.keep(LoaderModel(Loader { try await answer() }))
      let console = m.keep(Console())
      let subscription = model.loader.states.sinkOnMainActor { state in console.draw(state) }
      m.keep(subscription)
      m.hot("-a") { _ in model.appear() }
      let texts = ["n": "notRequested", "l": "loading", "d": #"loaded(["Dune"])"#]
      m.expect(console.lines, "nl-d", texts)
    }
  }

  @Test func `a model with more state draws what its loader publishes`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["Ubik", "Dune"]])
      let model = m.keep(LibraryModel { _ in try await answer() })
      m.hot("-s") { shelf in model.books.appear(shelf) }
      m.hot("-----o") { _ in model.isSorted = true }
      let texts = ["e": "", "u": "Ubik, Dune", "d": "Dune, Ubik"]
      m.expect(reading: { model.titles.joined(separator: ", ") }, "e--u-d", texts)
    }
  }

  @Test func `an existing ObservableObject publishes the states of its loader`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["Dune"]])
      let model = m.keep(OldLibraryModel { _ in try await answer() })
      m.hot("-s") { shelf in model.books.appear(shelf) }
      m.expect(reading: { model.state }, "nl-d", .states(loaded: ["d": ["Dune"]]))
      let before = m.keep(PublishRelay<LoadState<[String]>>())
      m.keep(
        model.objectWillChange.sink { [weak model] in
          MainActor.assumeIsolated { if let model { before.accept(model.state) } }
        }
      )
      m.expect(before, "-n-l", .states(loaded: [:]))
    }
  }

  @Test func `the subscription of a Sendable model ends with the model`() {
    let items = {
      let model = CartModel()
      model.items.accept(["tea", "milk"])
      #expect(model.count.value == 2)
      #expect(model.items.subscriberCount == 1)
      return model.items
    }()
    #expect(items.subscriberCount == 0)
  }

  @Test func `several subscriptions of a Sendable model end with the model`() {
    let items = {
      let model = BasketModel()
      model.items.accept(["tea"])
      #expect(model.count.value == 1)
      return model.items
    }()
    #expect(items.subscriberCount == 0)
  }

  @Test func `a model loads when it appears`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--a|")
      let model = m.keep(LoaderModel(Loader { try await answer() }))
      m.at(.milliseconds(10)) { model.appear() }
      m.expect(reading: { model.state }, "nl-a", .states(loaded: ["a": "a"]))
    }
  }

  @Test @MainActor func `models of the four states, for previews`() {
    let states: [LoadState<[String]>] = [
      .notRequested, .loading, .loaded(["Dune"]), .failed(LoadError(Refused()), previous: ["Dune"]),
    ]
    let models = states.map { ValueModel(state: $0) }
    #expect(models.map { "\($0.state)" } == states.map { "\($0)" })
  }

  @Test func `every line of the article that needs no screen is compiled here`() throws {
    let article = try ArticleCode("HoldingALoaderInAView")
    #expect(article.blocks.count == 8)
    #expect(article.others == 3)
    #expect(try article.lines(missingIn: #filePath) == [])
  }

  @Test(arguments: [
    "nl-A", "-aaa---a", "--l---l-", "nl---A--", "-a--l--", "---a-l-", "nl-----A", "nl---n-",
  ])
  func `the diagrams of the article equal those of the tests`(_ diagram: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "LoaderModelTests.swift")
    #expect(try String(contentsOf: tests, encoding: .utf8).contains("\"\(diagram)\""))
    #expect(try ArticleCode("HoldingALoaderInAView").diagrams.contains { $0.hasSuffix(diagram) })
  }
}

private struct Refused: Error {}
