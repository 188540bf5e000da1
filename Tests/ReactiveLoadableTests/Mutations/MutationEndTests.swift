import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `The end of a mutation (M10)` {
  @Test func `dropping the mutation finishes all writes, and waiting callers get the outcome`()
    async
  {
    let (gate, written) = (Gate(), Log<Int>())
    var mutation: Mutation<Int, Int, Never>? = Mutation { input in
      await gate.wait()
      written.note(input)
      return input
    }
    let weakMutation = Weak(mutation)
    let handles = [1, 2].compactMap { mutation?.run($0) }
    mutation = nil
    #expect(weakMutation.isReleased)
    gate.open()
    #expect(await handles[1].outcome() == .loaded(2))
    #expect(await handles[0].outcome() == .loaded(1))
    #expect(written.entries == [1, 2])
  }

  @Test func `a handle cancels its write also after the release of the mutation`() async {
    let gate = Gate()
    var mutation: Mutation<Int, Int, Never>? = Mutation { input in
      await gate.wait()
      return input
    }
    let handles = [1, 2].compactMap { mutation?.run($0) }
    mutation = nil
    handles[1].cancel()
    #expect(await handles[1].outcome() == .cancelled)
    gate.open()
    #expect(await handles[0].outcome() == .loaded(1))
  }

  @Test func `dropping a mutation with the cancel policy ends all waiting calls`() async {
    let gate = Gate()
    let policy = MutationPolicy(whenReleased: .cancel)
    var mutation: Mutation<Int, Int, Never>? = Mutation(policy: policy) { input in
      await gate.wait()
      return input
    }
    let states = Log<String>()
    let subscription = mutation?.states.sink(
      receiveCompletion: { _ in states.note("end") },
      receiveValue: { states.note("\($0)") }
    )
    let handles = [1, 2].compactMap { mutation?.run($0) }
    mutation = nil
    for handle in handles { #expect(await handle.outcome() == .cancelled) }
    #expect(states.entries == ["notRequested", "loading", "notRequested", "end"])
    gate.open()
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [MutationPolicy.WhenReleased.finish, .cancel])
  func `all objects are released after the last write`(
    whenReleased: MutationPolicy.WhenReleased
  ) async {
    let (gate, gone) = (Gate(), Gate())
    var token: ReleaseObserver? = ReleaseObserver { gone.open() }
    var mutation: Mutation<ReleaseObserver, Int, Never>? = Mutation(
      policy: MutationPolicy(whenReleased: whenReleased)
    ) { _ in
      await gate.wait()
      return 1
    }
    let handle = token.flatMap { mutation?.run($0) }
    token = nil
    mutation = nil
    gate.open()
    _ = await handle?.outcome()
    await gone.wait()
  }
}

/// An object that reports its release.
private final class ReleaseObserver: Sendable {
  private let onDeinit: @Sendable () -> Void
  init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}
