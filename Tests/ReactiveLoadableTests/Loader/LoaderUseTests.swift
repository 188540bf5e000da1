import LoadableTesting
import ReactiveLoadable
import ReactiveRelays
import TestSupport
import Testing

/// The diagrams of "Knowing what is in use" on use.
///
/// A character is 10 ms.
@Suite struct `What is in use (U1-U3)` {
  @Test func `a board in use is loaded again when the app returns and its value is stale`() {
    marbles(on: MainActor.shared) { m in
      let (answer, returns) = (m.cold("-A|"), m.hot("--a-----b-------c"))
      let policy = LoadPolicy(freshness: .lasting(.milliseconds(50)), clock: m.clock)
      let board = Loader(policy: policy) { () async throws -> String in try await answer() }
      let model = m.keep(LoaderModel(board))
      let cameToFront = returns.elements
      m.keep(
        Task {
          for await _ in cameToFront where board.isInUse {
            board.revalidate()
          }
        }
      )
      m.hot("v---------d") { $0 == "v" ? model.appear() : model.disappear() }
      m.expectSubscriptions(answer, ["^!", "--------^!"])
    }
  }

  @Test func `a subscriber uses the loader (U1)`() {
    marbles { m in
      let loader: ValueLoader<Int> = m.keep(Loader { 1 })
      let subscriptions = m.keep(Subscriptions())
      m.hot("-a-b-ab--a") { subscriptions.toggle($0, loader.states) }
      m.expect(loader.usage, "ft----f--t", uses)
    }
  }

  @Test func `rows that are in use use their list (U1)`() {
    marbles { m in
      let list = m.rows([:])
      let rows = m.keep(Holder<PagedRows<String, Row, SampleError>>())
      rows.object = list.rows { $0 }
      let subscriptions = m.keep(Subscriptions())
      m.hot("-r--s-rs-r-x") { sign in
        switch sign {
        case "r": if let states = rows.object?.states { subscriptions.toggle("r", states) }
        case "s": subscriptions.toggle("s", list.states)
        default: rows.object = nil
        }
      }
      m.expect(list.usage, "ft-----f-t-f", uses)
    }
  }

  @Test func `a poll, an observer, a wait and a reading do not use the loader (U1)`() async {
    let loader = Loader { 1 }
    loader.poll(every: .seconds(30), clock: HandClock())
    let observation = loader.observe(LoadObserver { _ in })
    let task = loader.load()
    _ = await task.outcome()
    #expect(loader.state == .loaded(1))
    #expect(!loader.isInUse && loader.states.subscriberCount == 1)
    observation.cancel()
  }

  @Test func `a dependent load and a for-await loop use the loader (U1)`() {
    let user = Loader { 1 }
    let posts = Loader { (id: Int) in id }
    let connection = posts.loadIfNeeded(for: user.states) { $0 }
    #expect(user.isInUse && !posts.isInUse)
    connection.cancel()
    #expect(!user.isInUse)
    do {
      let elements = user.states.elements
      #expect(user.isInUse)
      withExtendedLifetime(elements) {}
    }
    #expect(!user.isInUse)
  }

  @Test func `a key is in use while it has an interest (U1)`() {
    let cache = LoaderCache { (key: Int) in key }
    #expect(!cache.isInUse(1))
    let (first, second) = (cache.interest(in: 1), cache.interest(in: 1))
    first.cancel()
    #expect(cache.isInUse(1) && !cache.isInUse(2))
    second.cancel()
    #expect(!cache.isInUse(1) && cache.value(for: 1) == 1)
  }

  @Test func `a model uses its loader before it appears, and while a view is visible (U2)`() {
    marbles(on: MainActor.shared) { m in
      let loader: ValueLoader<Int> = m.keep(Loader { 1 })
      let models = m.keep(Holder<LoaderModel<ValueLoader<Int>>>())
      m.hot("m--a-d-a-ab-d-e--x") { sign in
        switch sign {
        case "m": models.object = LoaderModel(loader)
        case "a": models.object?.appear(as: "first")
        case "b": models.object?.appear(as: "second")
        case "d": models.object?.disappear(as: "first")
        case "e": models.object?.disappear(as: "second")
        default: models.object = nil
        }
      }
      m.expect(loader.usage, "(ft)----f-t------f", uses)
    }
  }

  @Test func `each model of a loader uses it by itself, until it is released (U2)`() {
    marbles(on: MainActor.shared) { m in
      let loader: ValueLoader<Int> = m.keep(Loader { 1 })
      let (first, second) = (
        m.keep(Holder<LoaderModel<ValueLoader<Int>>>()),
        m.keep(Holder<LoaderModel<ValueLoader<Int>>>())
      )
      m.hot("mn-a-d-x") { sign in
        switch sign {
        case "m": first.object = LoaderModel(loader)
        case "n": second.object = LoaderModel(loader)
        case "a": first.object?.appear()
        case "d": first.object?.disappear()
        default: second.object = nil
        }
      }
      m.expect(loader.usage, "(ft)------f", uses)
    }
  }

  @Test func `the usage ends with the loader (U3)`() {
    marbles { m in
      let loader = m.keep(Owned(Loader { 1 }))
      let subscriptions = m.keep(Subscriptions())
      if let usage = loader.object?.usage { m.expect(usage, "ft-(f|)", uses) }
      m.hot("-s-x") { sign in
        if sign == "x" { return loader.object = nil }
        if let states = loader.object?.states { subscriptions.toggle("s", states) }
      }
    }
  }

  @Test func `a use that ends inside its first state is published (U3)`() {
    let loader = Loader { 1 }
    let log = Log<Bool>()
    let usage = loader.usage.sink { log.note($0) }
    _ = loader.states.prefix(1).sink { _ in }
    #expect(log.entries == [false, true, false])
    usage.cancel()
  }

  @Test func `every change of use is published, in order, from many threads (U3)`() async {
    let loader = Loader { 1 }
    let log = Log<Bool>()
    let usage = loader.usage.sink { log.note($0) }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 { loader.states.sink { _ in }.cancel() }
        }
      }
    }
    let entries = log.entries
    #expect(entries.enumerated().allSatisfy { $1 == !$0.isMultiple(of: 2) })
    #expect(entries.count > 1 && entries.last == false && !loader.isInUse)
    usage.cancel()
  }
}

private let uses = ["f": false, "t": true]

/// An object that a test creates and releases.
private final class Holder<Object: AnyObject> {
  var object: Object?
}

/// Subscriptions by name.
private final class Subscriptions: Sendable {
  private let bag = CancellableBag()
  private let held = BehaviorRelay<[String: StreamConnection]>([:])

  /// Cancels the subscription of this name, or subscribes.
  func toggle<Output>(_ name: String, _ states: ReadOnlyRelay<Output>) {
    if let connection = held.value[name] {
      held.update { $0[name] = nil }
      connection.cancel()
    } else {
      let connection = bag.own(states) { _ in }
      held.update { $0[name] = connection }
    }
  }
}
