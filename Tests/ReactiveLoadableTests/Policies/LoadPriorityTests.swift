import ReactiveLoadable
import TestSupport
import Testing

/// The priority of a load: at least that of each caller that joins it or waits for it.
@Suite struct `The priority of a load (L4)` {
  /// A load that waits at its gates and returns the priorities that it had before and after.
  struct Slow {
    let gate = Gate()
    let loader: Loader<NoRequest, TaskPriority, Never>

    init(_ policy: LoadPolicy = LoadPolicy()) {
      loader = Loader(policy: policy) { [gate] in
        await gate.wait()
        return Task.currentPriority
      }
    }

    /// Starts the load at background priority.
    func start() async -> LoadTask<TaskPriority, Never> {
      let handle = await Task(priority: .background) { loader.load() }.value
      await gate.waiterArrived()
      return handle
    }
  }

  @Test func `a load has the priority of the task that starts it`() async {
    let slow = Slow()
    let handle = await slow.start()
    slow.gate.open()
    // The test itself waits, so the load may have the test's priority.
    let priority = await handle.outcome().value
    #expect(priority == .background || priority == Task.currentPriority)
  }

  @Test func `joining a load raises its priority`() async {
    let slow = Slow()
    _ = await slow.start()
    let joined = await Task(priority: .high) {
      let handle = slow.loader.load()
      slow.gate.open()
      return await handle.outcome().value
    }.value
    #expect(joined == .high)
  }

  /// The joining task does not wait for the outcome.
  @Test func `joining the load of a list raises its priority`() async {
    let (gate, raised) = (Gate(), Gate())
    let list = PagedLoader { (_: PageRequest<NoRequest, Int>) async throws(SampleError) in
      gate.open()
      await whenEscalated(to: .high) { raised.open() }
      return Page([Item(id: 1)], next: nil)
    }
    let handle = await Task(priority: .background) { list.load() }.value
    await gate.wait()
    _ = await Task(priority: .high) { list.load() }.value
    await raised.wait()
    #expect(await handle.outcome().value?.count == 1)
  }

  /// The second interest does not wait for the value.
  @Test func `an interest that joins the load of a key raises its priority`() async {
    let (gate, raised) = (Gate(), Gate())
    let cache = LoaderCache { (_: Int) async throws(SampleError) -> TaskPriority in
      gate.open()
      await whenEscalated(to: .high) { raised.open() }
      return Task.currentPriority
    }
    let first = await Task(priority: .background) { cache.interest(in: 1) }.value
    await gate.wait()
    let second = await Task(priority: .high) { cache.interest(in: 1) }.value
    await raised.wait()
    #expect(await first.outcome().value == .high)
    withExtendedLifetime(second) {}
  }

  @Test func `waiting for a load raises its priority`() async {
    let raised = Gate()
    let loader = Loader { [raised] in
      await whenEscalated(to: .high) { raised.open() }
      return Task.currentPriority
    }
    let handle = await Task(priority: .background) { loader.load() }.value
    let waiting = Task(priority: .high) { await handle.outcome().value }
    await raised.wait()
    #expect(await waiting.value == .high)
  }

  @Test func `raising the priority of a waiting task raises that of the load`() async {
    let raised = Gate()
    let loader = Loader { [raised] in
      await whenEscalated(to: .high) { raised.open() }
      return Task.currentPriority
    }
    let handle = await Task(priority: .background) { loader.load() }.value
    let waiting = Task(priority: .utility) { await handle.outcome().value }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      waiting.escalatePriority(to: .high)
    }
    await raised.wait()
    #expect(await waiting.value == .high)
  }

  @Test func `later attempts have the same priority`() async {
    let (gate, log) = (Gate(), Log<TaskPriority>())
    let policy = LoadPolicy(retry: .constant(.zero, limit: 1))
    let loader = Loader(policy: policy) { () async throws(SampleError) -> Int in
      await gate.wait()
      log.note(Task.currentPriority)
      if log.entries.count == 1 { throw .first }
      return 1
    }
    _ = await Task(priority: .background) { loader.load() }.value
    await gate.waiterArrived()
    await Task(priority: .high) {
      let handle = loader.load()
      gate.open()
      await handle.outcome()
    }.value
    #expect(log.entries == [.high, .high])
  }

  @Test func `a load that waits in a queue keeps its priority`() async {
    let (first, queue) = (Gate(), LoadQueue(limit: 1))
    let policy = LoadPolicy(queue: queue)
    let blocking = Loader(policy: policy) { await first.wait() }
    let handle = blocking.load()
    await first.waiterArrived()
    let loader = Loader(policy: policy) { Task.currentPriority }
    _ = await Task(priority: .background) { loader.load() }.value
    let joined = await Task(priority: .high) {
      let handle = loader.load()
      first.open()
      return await handle.outcome().value
    }.value
    #expect(joined == .high)
    await handle.outcome()
  }
}

private struct Item: Identifiable, Sendable { let id: Int }

/// Waits until the current task is escalated to a priority, and then calls `escalated`.
private func whenEscalated(
  to priority: TaskPriority,
  _ escalated: @escaping @Sendable () -> Void
) async {
  let gate = Gate()
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    await withTaskPriorityEscalationHandler {
      if Task.currentPriority >= priority { gate.open() }
      await gate.wait()
    } onPriorityEscalated: { _, new in
      if new >= priority { gate.open() }
    }
  }
  escalated()
}
