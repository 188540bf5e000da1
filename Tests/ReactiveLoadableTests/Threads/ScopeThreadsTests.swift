import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@Suite("Threads: a scope under real threads (S1, S4-S9)", .serialized) struct ScopeThreadsTests {
  @Test(arguments: [2, 4, 8])
  func `calls from all threads touch every member, and every load ends`(threads: Int) async {
    let world = ScopeWorld()
    onThreads(threads) { id in
      var random = SeededGenerator(UInt64(id))
      for _ in 0..<1_000 * Stress.factor / threads { world.perform(random.below(12)) }
    }
    for task in world.resets.entries { _ = await task.result }
    // The calls of all threads have ended, so this one runs on this thread.
    for loader in world.loaders { loader.load(1) }
    let before = world.calls.entries.count
    #expect(world.scope.revalidate("loaders") == world.loaders.count)
    #expect(world.calls.entries.count - before >= world.loaders.count)
    for loader in world.loaders { #expect(loader.state.value != nil) }
  }

  @Test func `members that are released on other threads are forgotten`() {
    let scope = LoadScope()
    onThreads(4) { id in
      for round in 0..<500 * Stress.factor {
        let loader = Loader { 1 }
        scope.add(loader, tag: ["loaders", id])
        if round % 10 == 0 { scope.revalidate("loaders") }
      }
    }
    #expect(scope.revalidate("loaders") == 0)
    #expect("\(scope)" == "LoadScope: 0 members")
  }

  @Test func `writes that end on many threads are revalidated once each`() async {
    let (scope, log) = (LoadScope(), Log<Int>())
    let write = Mutation(policy: MutationPolicy(overlap: .concurrent)) { (input: Int) in input }
    scope.add(write) { input in
      log.note(input)
      return []
    }
    onThreads(4) { id in
      for number in 0..<250 * Stress.factor { write.run(id * 100_000 + number) }
    }
    scope.revalidate()
    let expected = (0..<4).flatMap { id in (0..<250 * Stress.factor).map { id * 100_000 + $0 } }
    #expect(log.entries.sorted() == expected)
    for id in 0..<4 {
      let own = log.entries.filter { $0 / 100_000 == id }
      #expect(own == own.sorted(), "the writes of one thread are in order")
    }
  }
}

/// A scope of loaders, half of which are in use.
private final class ScopeWorld: Sendable {
  let scope = LoadScope()
  let calls = Log<Int>()
  let loaders: [RequestLoader<Int, Int>]
  let resets = Log<Task<Void, any Error>>()
  private let mutation = Mutation { (input: Int) in input }
  private let subscriptions = CancellableBag()

  init() {
    loaders = (0..<8).map { [calls] _ in
      RequestLoader<Int, Int> { request in
        calls.note(request)
        return request
      }
    }
    for (index, loader) in loaders.enumerated() {
      scope.add(loader, tag: ["loaders", "\(index)"])
      subscriptions.own(loader.states) { _ in }
    }
    scope.add(mutation) { [LoadTag(arrayLiteral: "loaders", "\($0 % 8)")] }
  }

  func perform(_ action: Int) {
    switch action {
    case 0, 1: loaders[action].load(action)
    case 2, 3: scope.revalidate("loaders")
    case 4: scope.revalidate(["loaders", "3"])
    case 5: scope.revalidate()
    case 6: scope.retryFailed()
    case 7: mutation.run(action)
    case 8: scope.add(loaders[2], tag: "other")
    case 9: scope.revalidate("other", "loaders")
    case 10: resets.note(Task { [scope] in try await scope.reset() })
    default: loaders[7].reset()
    }
  }
}
