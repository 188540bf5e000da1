import Measuring
import ReactiveLoadable
import ReactiveResources
import ReactiveTimeline

/// The objects whose memory is counted: 10,000 of each, and 100,000 items of a list.
enum Row: String, CaseIterable {
  case load, task, inactiveKey, loader, pagedLoader, relay, item, timelineEntry, membership
  case restoredLoader

  private static let count = 10_000

  var name: String {
    switch self {
    case .load: "a running load of 10,000"
    case .task: "a running task of 10,000"
    case .inactiveKey: "a cached key without interests, beyond its value"
    case .loader: "a loader"
    case .pagedLoader: "a paged loader without a list"
    case .relay: "a relay"
    case .item: "an item of a list of 100,000"
    case .timelineEntry: "an entry of a timeline, with its Int"
    case .membership: "a membership of a loader in a scope"
    case .restoredLoader: "a loader whose value comes from its record, with that value"
    }
  }

  func memory() -> Memory {
    // One-time allocations, for instance of metadata, do not count.
    _ = measured(20)
    return measured(Self.count)
  }

  private func measured(_ count: Int) -> Memory {
    switch self {
    case .load: waiting { await Self.load(count) }
    case .task: waiting { await Self.task(count) }
    case .inactiveKey: Self.inactiveKey(count)
    case .loader: Memory(each: count) { (0..<count).map { _ in Self.newLoader() } }
    case .pagedLoader: Memory(each: count) { (0..<count).map { _ in Self.newPagedLoader() } }
    case .relay: Memory(each: count) { (0..<count).map { BehaviorRelay($0) } }
    case .item: Self.item(10 * count)
    case .timelineEntry: Self.timelineEntry(count)
    case .membership: Self.membership(count)
    case .restoredLoader: waiting { await Self.restoredLoader(count) }
    }
  }
}

// MARK: Objects

extension Row {
  private static func newLoader() -> Loader<Int, Int, Never> {
    Loader { (request: Int) async throws(Never) -> Int in request }
  }

  private static func newPagedLoader() -> PagedLoader<NoRequest, Int, Item, LoadError> {
    PagedLoader { _ in Page([], next: nil) }
  }

  /// Measures loaders whose young records are their values.
  private static func restoredLoader(_ count: Int) async -> Memory {
    let saved = SavedValues<Int, Int>.json(version: 1, in: MemoryStore()) { "\($0)" }
    let earlier = Loader(saved: saved) { (number: Int) async throws(Never) -> Int in number }
    for number in 0..<count { earlier.set(number, for: number) }
    await saved.finish()
    let policy = LoadPolicy(freshness: .lasting(.seconds(86_400)))
    return Memory(each: count) {
      (0..<count).map { number in
        let loader: RequestLoader<Int, Int> = Loader(saved: saved, policy: policy) { $0 }
        loader.loadIfNeeded(number)
        return loader
      }
    }
  }

  /// Measures suspended loads, without their loaders.
  private static func load(_ count: Int) async -> Memory {
    let held = Held()
    let loaders = (0..<count).map { _ in
      Loader { (request: Int) async throws(Never) -> Int in await held.pass(request) }
    }
    var loads: [LoadTask<Int, Never>] = []
    let memory = Memory(each: count) { loads = loaders.map { $0.load(1) } }
    held.open()
    for load in loads { await load.outcome() }
    return memory
  }

  private static func task(_ count: Int) async -> Memory {
    let held = Held()
    var tasks: [Task<Int, Never>] = []
    let memory = Memory(each: count) {
      tasks = (0..<count).map { number in Task.atOnce { await held.pass(number) } }
    }
    held.open()
    for task in tasks { _ = await task.value }
    return memory
  }

  /// Measures keys whose value loaded for an interest that has ended.
  ///
  /// The values are integers, which the cache stores inline.
  private static func inactiveKey(_ count: Int) -> Memory {
    Memory(each: count) {
      let cache = LoaderCache<Int, Int, Never>(policy: CachePolicy(count: count)) {
        (key: Int) async throws(Never) -> Int in key
      }
      for key in 0..<count {
        let interest = cache.interest(in: key)
        interest.states.sink { _ in }.cancel()
        interest.cancel()
      }
      precondition(cache.statistics.count == count)
      return cache
    }
  }

  /// Measures a list that grows by pages of 20, with its loader.
  private static func item(_ count: Int) -> Memory {
    Memory(each: count) {
      let loader = PagedLoader<NoRequest, Int, Item, LoadError> { page in
        let start = page.cursor ?? 0
        let items = (start..<(start + 20)).map { Item(id: $0, name: "an item") }
        return Page(items, offset: start, limit: 20)
      }
      for _ in 0..<(count / 20) { loader.next() }
      return loader
    }
  }

  /// Measures the members of a scope at one tag, without the loaders.
  private static func membership(_ count: Int) -> Memory {
    let loaders = (0..<count).map { _ in newLoader() }
    return Memory(each: count) {
      let scope = LoadScope()
      for loader in loaders { scope.add(loader, tag: "list") }
      return scope
    }
  }

  /// Measures the entries of a relay in a full lane.
  private static func timelineEntry(_ count: Int) -> Memory {
    Memory(each: count) {
      let (relay, timeline) = (PublishRelay<Int>(), Timeline(limit: count))
      timeline.record(relay, as: "numbers")
      for number in 0..<count { relay.accept(number) }
      return timeline
    }
  }
}

/// An item of 24 bytes.
private struct Item: Identifiable, Sendable {
  let id: Int
  let name: String
}
