import ReactiveLoadable
import TestSupport
import Testing

/// A write that never starts, and values whose release calls the mutation.
@Suite struct `Re-entrant and late calls of mutations (M3, M12, M13)` {
  @Test(.needsImmediateTasks, arguments: MutationOverlap.allCases)
  func `a write that times out before its start never starts, and the next one runs`(
    overlap: MutationOverlap
  ) async {
    let called = Log<Int>()
    let policy = MutationPolicy(
      overlap: overlap,
      timeout: MutationTimeout(.seconds(1), failure: SampleError.second),
      clock: BrokenClock()
    )
    let mutation = Mutation(policy: policy) { (input: Int) async throws(SampleError) -> Int in
      called.note(input)
      return input
    }
    for input in 1...2 {
      #expect(await mutation.run(input).outcome() == .failed(.second))
      #expect(mutation.history.value.last?.state == .ended(.failed(.second)))
    }
    #expect(called.entries.isEmpty)
    #expect(mutation.state == .failed(.second))
  }

  @Test(arguments: MutationOverlap.allCases, [0, 1, 20])
  func `values may call the mutation when they are released`(
    overlap: MutationOverlap,
    historyLimit: Int
  ) async {
    // The handle of an old write acquires the lock of the mutation, and cancels nothing.
    let first = Log<LoadTask<DeinitAction, ErrorWithAction>>()
    let make: @Sendable (Int) -> DeinitAction = { number in
      DeinitAction(number) { [weak first] in first?.entries.first?.cancel() }
    }
    let policy = MutationPolicy(overlap: overlap, historyLimit: historyLimit)
    let mutation = Mutation(policy: policy) {
      (input: DeinitAction) async throws(ErrorWithAction) -> DeinitAction in
      await Task {}.value
      if input.number % 3 == 0 { throw ErrorWithAction(cause: make(input.number)) }
      return make(input.number)
    }
    first.note(mutation.run(make(0)))
    for number in 1..<30 {
      let handle = mutation.run(make(number))
      if number % 7 == 0 { handle.cancel() }
      if number % 11 == 0 { mutation.reset() }
      _ = await handle.outcome()
    }
    mutation.reset()
    #expect(mutation.history.value.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test(.needsImmediateTasks, arguments: [MutationOverlap.serial, .concurrent])
  func `a write that an observer starts starts before the write that it observes, if concurrent`(
    overlap: MutationOverlap
  ) {
    let called = Log<Int>()
    let mutation = Mutation(policy: MutationPolicy(overlap: overlap)) { called.note($0) }
    let observer = mutation.history.sink { if $0.count == 1 { mutation.run(2) } }
    mutation.run(1)
    #expect(called.entries == (overlap == .serial ? [1, 2] : [2, 1]))
    withExtendedLifetime(observer) {}
  }
}

private struct ErrorWithAction: Error {
  let cause: DeinitAction
}

private final class DeinitAction: Sendable {
  let number: Int
  private let onDeinit: @Sendable () -> Void

  init(_ number: Int, _ onDeinit: @escaping @Sendable () -> Void) {
    self.number = number
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}
