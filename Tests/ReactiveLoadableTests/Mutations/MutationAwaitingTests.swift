import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Awaiting and owning a write (M1, M3, M5-M8, M10)` {
  @Test func `each handle receives the outcome of its write, also after a failure in between`()
    async
  {
    let gate = Gate()
    let mutation = Mutation { (input: Int) async throws(SampleError) -> Int in
      await gate.wait()
      if input == 2 { throw .first }
      return input
    }
    let handles = [1, 2, 3].map { mutation.run($0) }
    gate.open()
    #expect(await handles[0].outcome() == .loaded(1))
    #expect(await handles[1].outcome() == .failed(.first))
    #expect(await handles[2].outcome() == .loaded(3))
    #expect(mutation.state == .loaded(3))
    #expect(
      mutation.history.value.map(\.outcome) == [.loaded(1), .failed(.first), .loaded(3)]
    )
  }

  @Test func `a write function that throws any error fails with a LoadError`() async {
    let mutation = Mutation { (_: Int) async throws -> Int in throw SampleError.first }
    #expect(await mutation.run(1).outcome() == .failed(LoadError(SampleError.first)))
  }

  @Test func `a mutation without an input runs without one`() async {
    let typed = Mutation { () async throws(SampleError) -> Int in throw .first }
    #expect(await typed.run().outcome() == .failed(.first))
    let any = Mutation { () async throws -> Int in throw SampleError.first }
    #expect(await any.run().outcome() == .failed(LoadError(SampleError.first)))
    #expect(any.history.value.map(\.input) == [NoRequest()])
  }

  @Test func `a waiting write that is cancelled leaves the queue and never starts`() async {
    let (gate, started) = (Gate(), Log<Int>())
    let mutation = Mutation { (input: Int) in
      started.note(input)
      await gate.wait()
      return input
    }
    let handles = [1, 2, 3].map { mutation.run($0) }
    handles[1].cancel()
    #expect(await handles[1].outcome() == .cancelled)
    gate.open()
    #expect(await handles[0].outcome() == .loaded(1))
    #expect(await handles[2].outcome() == .loaded(3))
    #expect(started.entries == [1, 3])
  }

  @Test func `cancelling the task that owns a write cancels that write only`() async {
    let gate = Gate()
    let mutation = Mutation(policy: MutationPolicy(overlap: .concurrent)) { (input: Int) in
      await gate.wait()
      return input
    }
    let (first, second) = (mutation.run(1), mutation.run(2))
    let owner = Task { await first.outcome(whenCancelled: .cancelLoad) }
    owner.cancel()
    _ = await owner.value
    #expect(await first.outcome() == .cancelled)
    #expect(mutation.state == .loading)
    gate.open()
    #expect(await second.outcome() == .loaded(2))
  }

  @Test func `the caller of an ignored write learns that it was skipped`() async {
    let gate = Gate()
    let mutation = Mutation(policy: MutationPolicy(overlap: .ignore)) { (input: Int) in
      await gate.wait()
      return input
    }
    let first = mutation.run(1)
    #expect(await mutation.run(2).outcome() == .skipped(.busy))
    gate.open()
    #expect(await first.outcome() == .loaded(1))
    #expect(await mutation.run(3).outcome() == .loaded(3))
  }

  @Test(.needsImmediateTasks)
  func `work that ignores cancellation reports immediately, blocks the queue, and changes nothing`()
    async
  {
    let (uncancellable, started) = (Gate(), Log<Int>())
    let mutation = Mutation { (input: Int) in
      started.note(input)
      if input == 1 { await uncancellable.wait() }
      return input
    }
    let first = mutation.run(1)
    mutation.cancel()
    #expect(await first.outcome() == .cancelled)
    #expect(mutation.state == .notRequested)
    let second = mutation.run(2)
    #expect(mutation.history.value.map(\.state) == [.stopping(.cancelled), .waiting])
    #expect(started.entries == [1])
    uncancellable.open()
    #expect(await second.outcome() == .loaded(2))
    #expect(mutation.history.value.map(\.state) == [.ended(.cancelled), .ended(.loaded(2))])
    #expect(mutation.state == .loaded(2))
  }

  @Test func `after a reset late results change nothing, and numbering continues`() async {
    let uncancellable = Gate()
    let mutation = Mutation { (input: Int) in
      if input == 1 { await uncancellable.wait() }
      return input
    }
    let first = mutation.run(1)
    mutation.reset()
    #expect(await first.outcome() == .cancelled)
    #expect(mutation.history.value.isEmpty)
    uncancellable.open()
    #expect(await mutation.run(2).outcome() == .loaded(2))
    #expect(mutation.history.value.map(\.id) == [2])
  }

  @Test(arguments: [CancellationError() as any Error, URLError(.cancelled)])
  func `work that throws a cancellation without a cancel is no failure`(error: any Error) async {
    let mutation = Mutation { (_: Int) async throws -> Int in throw error }
    #expect(await mutation.run(1).outcome() == .cancelled)
    #expect(mutation.state == .notRequested)
    #expect(mutation.history.value.map(\.state) == [.ended(.cancelled)])
  }

  @Test(.needsImmediateTasks) func `work that checks for cancellation is cancelled`() async {
    let (gate, log) = (Gate(), Log<Bool>())
    let mutation = Mutation { (_: Int) async -> Int in
      await withTaskCancellationHandler(operation: { await gate.wait() }, onCancel: { gate.open() })
      log.note(Task.isCancelled)
      return 1
    }
    let handle = mutation.run(1)
    handle.cancel()
    #expect(await handle.outcome() == .cancelled)
    #expect(await mutation.run(2).outcome() == .loaded(1))
    #expect(log.entries == [true, false])
  }

  @Test func `a clock that refuses to wait is not waited for`() async {
    let policy = MutationPolicy(
      retry: .constant(.seconds(1), limit: 1),
      clock: BrokenClock()
    )
    let mutation = Mutation(policy: policy) { (_: Int) async throws(SampleError) -> Int in
      throw .first
    }
    #expect(await mutation.run(1).outcome() == .failed(.first))
  }

  @Test func `a long queue of writes that do not suspend uses no deep stack`() async {
    let gate = Gate()
    let mutation = Mutation { (input: Int) in
      if input == 0 { await gate.wait() }
      return input
    }
    for input in 0..<3_000 { mutation.run(input) }
    gate.open()
    #expect(await mutation.run(3_000).outcome() == .loaded(3_000))
  }

  // MARK: Observers

  @Test(.needsImmediateTasks)
  func `a write started by an observer is performed, and published in order`()
    async
  {
    let mutation = Mutation { (input: Int) in input }
    let (states, handles) = (Log<Loadable<Int, Never>>(), Log<LoadTask<Int, Never>>())
    let subscription = mutation.states.sink { [weak mutation] state in
      states.note(state)
      if let value = state.value, value < 3, let mutation {
        handles.note(mutation.run(value + 1))
        #expect(mutation.history.value.count == value + 1)
      }
    }
    mutation.run(1)
    for handle in handles.entries { _ = await handle.outcome() }
    #expect(
      states.entries == [
        .notRequested, .loading, .loaded(1), .loading(previous: 1, cause: .load), .loaded(2),
        .loading(previous: 2, cause: .load), .loaded(3),
      ]
    )
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks)
  func `an observer of the states reads the history of the same decision`() {
    let mutation = Mutation { (input: Int) in input }
    let log = Log<String>()
    let subscription = mutation.states.sink { [weak mutation] state in
      let records = mutation?.history.value ?? []
      log.note("\(state.isLoading) \(records.map { "\($0.isOpen)" })")
    }
    mutation.run(1)
    #expect(log.entries == ["false []", #"true ["true"]"#, #"false ["false"]"#])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a write that an observer cancels before its start never starts`() async {
    let started = Log<Int>()
    let mutation = Mutation { (input: Int) in
      started.note(input)
      return input
    }
    let subscription = mutation.history.sink { [weak mutation] records in
      if records.last?.id == 1, records.last?.isOpen == true { mutation?.cancel() }
    }
    #expect(await mutation.run(1).outcome() == .cancelled)
    #expect(await mutation.run(2).outcome() == .loaded(2))
    #expect(started.entries == [2])
    #expect(mutation.history.value.map(\.state) == [.ended(.cancelled), .ended(.loaded(2))])
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks)
  func `an observer of the history may reset, run and drop the mutation`() async {
    let box = Log<LoadTask<Int, Never>>()
    var mutation: Mutation<Int, Int, Never>? = Mutation { $0 }
    let subscription = mutation?.history.sink { [weak mutation] records in
      guard records.last?.outcome == .loaded(1) else { return }
      mutation?.reset()
      if let handle = mutation?.run(2) { box.note(handle) }
    }
    mutation?.run(1)
    #expect(mutation?.state == .loaded(2))
    #expect(mutation?.history.value.map(\.id) == [2])
    mutation = nil
    for handle in box.entries { #expect(await handle.outcome() == .loaded(2)) }
    withExtendedLifetime(subscription) {}
  }
}
