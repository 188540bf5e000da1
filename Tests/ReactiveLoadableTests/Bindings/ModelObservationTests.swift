import Observation
import ReactiveLoadable
import TestSupport
import Testing

/// The notifications of models: once for each change, and for that model only.
@Suite(.needsImmediateTasks) @MainActor struct `Observers of a model (V5)` {
  private func model() -> RequestModel<Int, Int> {
    LoaderModel(Loader { (number: Int) async throws -> Int in number })
  }

  /// Notes each change of an expression, with what it reads before the change.
  private func notes(_ read: @escaping @MainActor @Sendable () -> String) -> Log<String> {
    let log = Log<String>()
    observe(read, log)
    return log
  }

  private func observe(_ read: @escaping @MainActor @Sendable () -> String, _ log: Log<String>) {
    withObservationTracking {
      _ = read()
    } onChange: {
      MainActor.assumeIsolated {
        log.note(read())
        self.observe(read, log)
      }
    }
  }

  private func text(_ state: LoadState<Int>) -> String {
    state.latest.map { "\($0)" } ?? (state.isLoading ? "loading" : "nothing")
  }

  @Test func `an observer is notified once before each change`() {
    let model = model()
    let log = notes { text(model.state) }
    for number in 1...3 { model.loader.set(number) }
    #expect(log.entries == ["nothing", "1", "2"])
    #expect(text(model.state) == "3")
  }

  @Test func `an observer of two models is notified of the changes of both`() {
    let (first, second) = (model(), model())
    let log = notes { "\(text(first.state)), \(text(second.state))" }
    first.loader.set(1)
    second.loader.set(2)
    #expect(log.entries == ["nothing, nothing", "1, nothing"])
  }

  @Test func `an observer of one model is not notified of the changes of another`() {
    let (first, second) = (model(), model())
    let log = notes { text(first.state) }
    second.loader.set(2)
    #expect(log.entries.isEmpty)
  }

  @Test func `an observer of a row is notified once for each state`() {
    let cache = LoaderCache { (key: Int) async throws -> Int in key }
    for key in 1...3 { cache.set(key, for: key) }
    let row = KeyedModel(cache)
    let log = notes { text(row.state) }
    for key in 1...3 { row.show(key) }
    #expect(log.entries == ["nothing", "1", "2"])
    row.clear()
    #expect(log.entries == ["nothing", "1", "2", "3"])
  }

  @Test func `an observer that creates a model is not notified of it, unless it reads the state`() {
    let (loader, changes) = (Loader { (number: Int) async throws -> Int in number }, Log<String>())
    let model = withObservationTracking {
      LoaderModel(loader)
    } onChange: {
      changes.note("change")
    }
    loader.set(1)
    #expect(text(model.state) == "1")
    #expect(changes.entries.isEmpty)
  }

  @Test func `models can be passed where an observable object is expected`() {
    func isObservable(_ object: some Observable & AnyObject) -> Bool { true }
    let cache = LoaderCache { (key: Int) async throws -> Int in key }
    let list = PagedLoader { (_: PageRequest<Int, Int>) in Page([Row(id: 1)], next: nil) }
    #expect(isObservable(model()))
    #expect(isObservable(KeyedModel(cache)))
    #expect(isObservable(PagedModel(list)))
  }

  private struct Row: Identifiable, Sendable { let id: Int }
}
