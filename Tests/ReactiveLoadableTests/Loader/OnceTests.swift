import ReactiveLoadable
import Testing

@Suite struct `Once, and only once (L3)` {
  @Test func `the body runs for the first caller only`() {
    let once = Once()
    var runs = 0
    #expect(once.run { runs += 1 })
    #expect(!once.run { runs += 1 })
    #expect(runs == 1)
    #expect(once.hasRun)
  }

  @Test func `a call from within the body runs nothing and does not wait`() async {
    let once = Once()
    once.run { #expect(!once.run { Issue.record("the body ran inside itself") }) }
    let other = Once()
    await other.runOrWait {
      #expect(await !other.runOrWait { Issue.record("the body ran inside itself") })
    }
  }

  @Test func `after a reset it runs once more`() {
    let once = Once()
    var runs = 0
    once.run { runs += 1 }
    once.reset()
    #expect(!once.hasRun)
    once.run { runs += 1 }
    once.run { runs += 1 }
    #expect(runs == 2)
  }

  @Test func `a body that was running at the reset does not close the gate`() {
    let once = Once()
    var runs = 0
    once.run {
      runs += 1
      once.reset()
      once.reset()
    }
    #expect(!once.hasRun)
    once.run { runs += 1 }
    #expect(runs == 2)
  }

  @Test func `a failure opens the gate again, or keeps it closed by policy`() {
    for (policy, expected) in [(Once.FailurePolicy.retry, 2), (.keep, 1)] {
      let once = Once(onFailure: policy)
      var runs = 0
      for _ in 0..<2 {
        _ = try? once.run { () throws(SampleError) in
          runs += 1
          throw .first
        }
      }
      #expect(runs == expected)
      #expect(once.hasRun == (policy == .keep))
    }
  }

  @Test func `other callers wait until the async body returns`() async {
    let once = Once()
    let gate = Gate()
    let order = Log<String>()
    let first = Task {
      await once.runOrWait {
        await gate.wait()
        order.note("body")
      }
    }
    await gate.waiterArrived()
    let second = Task { await once.runOrWait { order.note("second body") } }
    gate.open()
    #expect(await first.value)
    #expect(await !second.value)
    #expect(order.entries == ["body"])
  }

  @Test func `one waiting caller runs the body when the first one fails`() async {
    let once = Once()
    let gate = Gate()
    let runs = Log<Void>()
    let first = Task {
      try await once.runOrWait { () async throws(SampleError) in
        await gate.wait()
        throw .first
      }
    }
    await gate.waiterArrived()
    let others = (0..<20).map { _ in Task { await once.runOrWait { runs.note(()) } } }
    gate.open()
    await #expect(throws: SampleError.first) { try await first.value }
    var ran = 0
    for other in others where await other.value { ran += 1 }
    #expect(ran == 1)
    #expect(runs.entries.count == 1)
  }

  @Test func `a task started in a body that has returned waits for the next one`() async {
    let once = Once()
    let (over, inside) = (Gate(), Gate())
    let started = Log<Task<Bool, Never>>()
    await once.runOrWait {
      started.note(
        Task {
          await over.wait()
          await once.runOrWait {}
          return once.hasRun
        }
      )
    }
    once.reset()
    let next = Task { await once.runOrWait { await inside.wait() } }
    await inside.waiterArrived()
    over.open()
    inside.open()
    #expect(await next.value)
    for task in started.entries { #expect(await task.value) }
  }

  @Test func `a cancelled task stops waiting while the body continues`() async {
    let once = Once()
    let gate = Gate()
    let body = Task { await once.runOrWait { await gate.wait() } }
    await gate.waiterArrived()
    let waiter = Task { await once.runOrWait {} }
    waiter.cancel()
    #expect(await waiter.value == false)
    #expect(!once.hasRun)
    gate.open()
    #expect(await body.value)
    #expect(once.hasRun)
  }
}
