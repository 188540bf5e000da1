import Measuring
import ReactiveLoadable

/// Tasks that await the values of keys.
enum Awaiting {
  /// Awaits cached keys, one after another.
  static func cached() -> AsyncContender {
    let cache = Rows.posters()
    for key in 0..<Rows.keys { cache.set(Poster(key), for: key) }
    return AsyncContender("cached", repetitions: 20_000) { repetitions in
      for row in 0..<repetitions { await load(row % Rows.keys, from: cache) }
    }
  }

  /// The same with an actor that has a dictionary of tasks.
  static func cachedByActor() -> AsyncContender {
    let posters = PosterTasks { Poster($0) }
    return AsyncContender("cached by actor", repetitions: 20_000) { repetitions in
      for row in 0..<repetitions { use(await posters.load(row % Rows.keys)) }
    }
  }

  /// Loads each key once for 64 tasks, which await one key after another.
  ///
  /// If a load suspends, all tasks await it. Otherwise nearly all find its value.
  static func shared(_ load: @escaping Load, _ name: String) -> AsyncContender {
    AsyncContender(name, repetitions: Rows.keys) { keys in
      let cache = LoaderCache<Int, Poster, Never>(policy: CachePolicy(count: max(keys, 1_000))) {
        (key: Int) async throws(Never) -> Poster in await load(key)
      }
      await withTasks(keys) { await Awaiting.load($0, from: cache) }
      let loads = cache.statistics.loads
      if loads != keys { print("\(name): \(loads) loads of \(keys) keys") }
    }
  }

  /// The same with an actor that has a dictionary of tasks.
  static func sharedByActor(_ load: @escaping Load, _ name: String) -> AsyncContender {
    AsyncContender("\(name) by actor", repetitions: Rows.keys) { keys in
      let posters = PosterTasks(load)
      await withTasks(keys) { use(await posters.load($0)) }
    }
  }

  /// Loads of a poster that return at once, and that suspend.
  typealias Load = @Sendable (Int) async -> Poster
  static let atOnce: Load = { Poster($0) }
  static let suspending: Load = { key in
    await Task.yield()
    return Poster(key)
  }

  private static func withTasks(
    _ keys: Int,
    _ load: @escaping @Sendable (Int) async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { for key in 0..<keys { await load(key) } } }
    }
  }

  private static func load(_ key: Int, from cache: Rows.Posters) async {
    do { use(try await cache.load(key)) } catch { print("key \(key): \(error)") }
  }

  @inline(never)
  private static func use(_ poster: Poster) { if poster.number < 0 { print("unlikely") } }
}

/// The handwritten alternative: an actor with a dictionary of tasks, without eviction or failures.
private actor PosterTasks {
  private var tasks: [Int: Task<Poster, Never>] = [:]
  private let work: Awaiting.Load

  init(_ work: @escaping Awaiting.Load) { self.work = work }

  func load(_ key: Int) async -> Poster {
    if let task = tasks[key] { return await task.value }
    let task = Task { [work] in await work(key) }
    tasks[key] = task
    return await task.value
  }
}
