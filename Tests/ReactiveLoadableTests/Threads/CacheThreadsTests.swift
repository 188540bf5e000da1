import Foundation
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

@testable import ReactiveCaching

@Suite("Threads: caches under real threads (C1-C4, C7)", .serialized) struct CacheThreadsTests {
  @Test(.needsImmediateTasks, arguments: [2, 8])
  func `after the last interest nothing loads, and no interest is left`(threads: Int) async {
    let storm = CacheStorm()
    onThreads(threads) { id in
      var visitor = StormVisitor(storm, seed: id)
      for _ in 0..<4_000 * Stress.factor / threads { visitor.act() }
    }
    // Loads at the gate end by their grace time, before the gate opens.
    storm.clock.ring()
    await storm.settled()
    let statistics = storm.cache.statistics
    #expect(statistics.activeKeys == 0)
    #expect(storm.queue.count == (0, 0))
    #expect(statistics.count <= 20)
    #expect(statistics.loads >= storm.ends.entries.count)
    storm.gate.open()
  }

  @Test func `a thousand concurrent callers run the load function once`() async {
    for _ in 0..<5 * Stress.factor {
      let (gate, calls) = (Gate(), Log<Int>())
      let cache = LoaderCache<Int, Int, Never> { (key: Int) async throws(Never) -> Int in
        calls.note(key)
        await gate.wait()
        return key * 2
      }
      let answers = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<1_000 { group.addTask { try? await cache.load(21) } }
        await gate.waiterArrived()
        gate.open()
        return await group.reduce(into: [Int?]()) { $0.append($1) }
      }
      #expect(answers == Array(repeating: 42, count: 1_000))
      #expect(calls.entries == [21])
      #expect(cache.statistics.activeKeys == 0)
    }
  }

  @Test func `a load's value reaches all waiting callers, also while its key is removed`() async {
    let calls = Log<Int>()
    let cache = LoaderCache<Int, Int, SampleError>(policy: CachePolicy(grace: .zero)) {
      (key: Int) async throws(SampleError) -> Int in
      calls.note(key)
      let count = calls.entries.count
      await Task { _ = count }.value
      if count % 5 == 0 { throw .first }
      return count
    }
    let answers = Log<Int>()
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<600 * Stress.factor {
        group.addTask {
          do { answers.note(try await cache.load(caller % 3)) } catch {
            answers.note(error as? SampleError == .first ? -1 : -2)
          }
        }
        if caller % 4 == 0 { group.addTask { cache.remove(caller % 3) } }
        if caller % 7 == 0 { group.addTask { cache.invalidateAll() } }
      }
    }
    #expect(answers.entries.count == 600 * Stress.factor)
    #expect(!answers.entries.contains(-2))
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `a load that starts as the awaited one ends cancels no waiting call`() async {
    let cache = LoaderCache<Int, Int, Never> { (key: Int) async throws(Never) -> Int in key }
    let interest = cache.interest(in: 1)
    let mistakes = Log<String>()
    await onOwnThread {
      onThreads(4) { _ in
        for _ in 0..<5_000 * Stress.factor {
          cache.invalidate(1)
          let ended = DispatchSemaphore(value: 0)
          Task.startedImmediately {
            do { _ = try await cache.load(1) } catch { mistakes.note("\(error)") }
            let outcome = await interest.outcome()
            if outcome != .loaded(1) { mistakes.note("\(outcome)") }
            ended.signal()
          }
          ended.wait()
        }
      }
    }
    #expect(mistakes.entries == [])
  }

  @Test func `a call after an invalidation returns a value that was loaded after it`() async {
    let version = Atomic(0)
    let cache = LoaderCache<Int, Int, Never>(policy: CachePolicy(grace: .zero)) {
      (_: Int) async throws(Never) -> Int in
      let current = version.load(ordering: .sequentiallyConsistent)
      await Task { _ = current }.value
      return current
    }
    let mistakes = Log<String>()
    await onOwnThread {
      onThreads(6) { _ in
        for _ in 0..<3_000 * Stress.factor {
          let own = version.add(1, ordering: .sequentiallyConsistent).newValue
          cache.invalidate(1)
          let read = cache.value(for: 1) ?? own
          if read < own { mistakes.note("read \(read), not \(own)") }
          let ended = DispatchSemaphore(value: 0)
          Task.startedImmediately {
            let value = try? await cache.load(1)
            if value.map({ $0 < own }) ?? true {
              mistakes.note("loaded \(value ?? -1), not \(own)")
            }
            ended.signal()
          }
          ended.wait()
        }
      }
    }
    #expect(mistakes.entries == [])
  }

  @Test func `a cache dropped at any time ends all waiting calls`() async {
    for round in 0..<200 * Stress.factor {
      let gate = Gate()
      let policy = CachePolicy<Int>(grace: round % 3 == 0 ? .zero : .seconds(60))
      var cache: LoaderCache<Int, Int, Never>? = LoaderCache(policy: policy) {
        (key: Int) async throws(Never) -> Int in
        if round % 2 == 0 { await gate.wait() }
        return key
      }
      let (first, interests) = (cache, Log<LoadInterest<Int, Int, Never>>())
      cache = nil
      let share = Share(first)
      onThreads(2) { id in
        guard let cache = share.take(id) else { return }
        interests.note(cache.interest(in: 1))
        cache.interest(in: 2).cancel()
        if id == 0 { cache.remove(1) }
      }
      gate.open()
      for interest in interests.entries { #expect(await interest.outcome() == .loaded(1)) }
    }
  }

  @Test(.needsImmediateTasks)
  func `the last priority set for an interest applies, from any thread`()
    async
  {
    let (gate, begun) = (Gate(), Log<Int>())
    let queue = LoadQueue(limit: 1)
    let cache = LoaderCache<Int, Int, Never>(policy: CachePolicy(load: LoadPolicy(queue: queue))) {
      (key: Int) async throws(Never) -> Int in
      begun.note(key)
      if key == 0 { await gate.wait() }
      return key
    }
    let interests = (0..<4).map { cache.interest(in: $0) }
    onThreads(2) { id in
      for round in 0..<5_000 * Stress.factor {
        interests[1].priority = LoadPriority.allCases[(round + id) % 5]
        if id == 0 { interests[2].priority = interests[1].priority }
      }
    }
    interests[1].priority = .low
    interests[2].priority = .high
    #expect(interests.map(\.priority) == [.normal, .low, .high, .normal])
    #expect(queue.count == (1, 3))
    gate.open()
    for interest in interests { #expect(await interest.outcome() == .loaded(interest.key)) }
    #expect(begun.entries == [0, 2, 3, 1])
  }

  @Test func `a prefetch that is cancelled while its loads start and end leaves no interest`() async
  {
    let clock = HandClock()
    let activity = LoadActivity()
    let policy = CachePolicy<Int>(
      count: 3,
      grace: .zero,
      load: LoadPolicy(queue: LoadQueue(limit: 2), activity: activity, clock: clock)
    )
    let cache = LoaderCache<Int, Int, Never>(policy: policy) {
      (key: Int) async throws(Never) -> Int in
      if key % 2 == 0 { await Task { _ = key }.value }
      return key
    }
    onThreads(4) { id in
      for round in 0..<200 * Stress.factor {
        let prefetch = cache.prefetch(0..<6)
        if round % 2 == 0 { _ = cache.interest(in: round % 6).state }
        prefetch.cancel()
      }
    }
    await activity.ended()
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `an interest dropped by its own observer does not affect others`() async {
    for _ in 0..<100 * Stress.factor {
      let (gate, activity) = (Gate(), LoadActivity())
      let loading = LoadPolicy(activity: activity)
      let policy = CachePolicy<Int>(count: 0, grace: .zero, load: loading)
      let cache = LoaderCache<Int, Int, Never>(policy: policy) {
        (key: Int) async throws(Never) -> Int in
        await gate.wait()
        return key
      }
      let stays = cache.interest(in: 1)
      let held = Log<HeldInterest>()
      onThreads(2) { _ in
        for _ in 0..<10 {
          let interest = HeldInterest(cache.interest(in: 1))
          held.note(interest)
          interest.dropWhenLoaded()
        }
      }
      onThreads(2) { id in
        if id == 0 { gate.open() } else { held.entries[3].drop() }
      }
      #expect(await stays.outcome() == .loaded(1))
      // Until the observers have received it, one of them may be about to drop its interest.
      await activity.ended()
      for interest in held.entries { interest.drop() }
      #expect(cache.statistics.activeKeys == 1)
      stays.cancel()
      #expect(cache.statistics.activeKeys == 0)
    }
  }

  @Test(.needsImmediateTasks)
  func `ten thousand interests in a key are one load, and none after their end`() async {
    let (gate, calls, clock) = (Gate(), Log<Int>(), HandClock())
    let activity = LoadActivity()
    let policy = CachePolicy<Int>(load: LoadPolicy(activity: activity, clock: clock))
    let cache = LoaderCache<Int, Int, Never>(policy: policy) {
      (key: Int) async throws(Never) -> Int in
      calls.note(key)
      await gate.wait()
      return key
    }
    onThreads(4) { id in
      var mine: [LoadInterest<Int, Int, Never>] = []
      for count in 0..<2_500 {
        mine.append(cache.interest(in: 1, at: LoadPriority.allCases[count % 5]))
      }
      if id % 2 == 0 { for interest in mine { interest.cancel() } }
    }
    clock.ring()
    await activity.ended()
    #expect(cache.statistics.activeKeys == 0)
    #expect(calls.entries == [1])
    #expect(cache.statistics.joins < 10_000)
    gate.open()
  }

  @Test func `the only writer of a key reads its own writes, whatever others do`() {
    let cache = LoaderCache<Int, [Int], Never>(policy: CachePolicy(count: 1_000)) {
      (key: Int) async throws(Never) -> [Int] in [key, -1]
    }
    let mistakes = Log<[Int]>()
    onThreads(8) { id in
      var (random, written) = (SeededGenerator(UInt64(id)), [Int: [Int]]())
      for step in 0..<1_000 * Stress.factor {
        let key = id + 8 * random.below(12)
        switch random.below(6) {
        case 0, 1:
          written[key] = [key, step]
          cache.set([key, step], for: key)
        case 2:
          written[key] = nil
          cache.remove(key)
        case 3:
          written[key] = nil
          cache.invalidate(key)
        case 4:
          let isHit = written[key].map { cache.interest(in: key).state.value == $0 } ?? true
          if !isHit { mistakes.note([key, step]) }
        default:
          let other = random.below(96)
          if let value = cache.value(for: other), value[0] != other { mistakes.note(value) }
        }
        if cache.value(for: key) != written[key] { mistakes.note([key, step]) }
      }
    }
    #expect(mistakes.entries == [])
  }

  @Test(.needsImmediateTasks)
  func `values and keys whose deinit calls the cache cause no deadlock`() {
    let share = WeakCache()
    let cache = LoaderCache<EndingKey, Ending, Never>(policy: CachePolicy(count: 4, grace: .zero)) {
      (key: EndingKey) async throws(Never) -> Ending in
      Ending { share.cache?.remove(EndingKey(key.number + 1)) }
    }
    share.cache = cache
    onThreads(4) { id in
      var random = SeededGenerator(UInt64(id))
      for _ in 0..<500 * Stress.factor {
        let number = random.below(12)
        let key = EndingKey(number) { share.touch(number) }
        switch random.below(8) {
        case 0: cache.remove(key)
        case 1: cache.trim(to: 0.25)
        case 2: cache.set(Ending { share.touch(number + 1) }, for: key)
        case 3: cache.invalidate(key)
        case 4: _ = cache.value(for: key)
        default: _ = cache.interest(in: key).state
        }
      }
    }
    cache.removeAll()
    #expect(cache.statistics.activeKeys == 0)
    #expect(cache.statistics.count <= 4)
  }
}
