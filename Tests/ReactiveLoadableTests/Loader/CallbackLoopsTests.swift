import Observation
import ReactiveLoadable
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Observers of a failure that call the object again, whose load fails without suspending.
///
/// The calls of such an observer follow each other, and do not nest without an end.
@Suite(.needsImmediateTasks) struct `Observers that call back in each failure` {
  @Test func `a loader that loads again does not nest`() async {
    let stack = StackDepths()
    let loader = Loader { (_: Int) async throws(SampleError) -> Int in throw .first }
    let subscription = loader.states.sink { state in
      if state.error != nil, stack.note() { loader.load(1) }
    }
    loader.load(0)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test func `a loader that retries does not nest`() async {
    let stack = StackDepths()
    let loader = Loader { (_: Int) async throws(SampleError) -> Int in throw .first }
    let subscription = loader.states.sink { state in
      if state.error != nil, stack.note() { loader.retry() }
    }
    loader.load(0)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test func `the retries of a collection of failures do not nest`() async {
    let (stack, failures) = (StackDepths(), LoadFailures())
    let policy = LoadPolicy(observer: failures.observer)
    let loader = Loader(policy: policy) { (_: Int) async throws(SampleError) -> Int in throw .first
    }
    let subscription = failures.events.sink { _ in if stack.note() { loader.retry() } }
    loader.load(0)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test(arguments: MutationOverlap.allCases)
  func `a mutation that writes again does not nest`(overlap: MutationOverlap) async {
    let stack = StackDepths()
    let policy = MutationPolicy(overlap: overlap)
    let save = Mutation(policy: policy) { (_: Int) async throws(SampleError) -> Int in throw .first
    }
    let subscription = save.states.sink { state in
      if case .failed = state, stack.note() { save.run(1) }
    }
    save.run(0)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test func `a list that retries its first page does not nest`() async {
    let stack = StackDepths()
    let list = PagedLoader { (_: PageRequest<Int, Int>) async throws -> Page<Int, Row> in
      throw SampleError.first
    }
    let subscription = list.states.sink { state in
      if state.error != nil, stack.note() { list.retry() }
    }
    list.load(0)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test func `a list that retries its end does not nest`() async {
    let stack = StackDepths()
    let list = PagedLoader { (page: PageRequest<Int, Int>) async throws -> Page<Int, Row> in
      if page.cursor != nil { throw SampleError.first }
      return Page([Row(id: 1)], next: 1)
    }
    let subscription = list.states.sink { state in
      if case .failed? = state.value?.append, stack.note() { list.retry() }
    }
    list.load(0)
    list.next()
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test func `an interest that retries does not nest`() async {
    let stack = StackDepths()
    let cache = LoaderCache { (_: Int) async throws(SampleError) -> Int in throw .first }
    let interest = cache.interest(in: 1)
    let subscription = interest.states.sink { state in
      if state.error != nil, stack.note() { interest.retry() }
    }
    interest.retry()
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test func `further interests in a failed key do not nest`() async {
    let stack = StackDepths()
    let policy = CachePolicy<Int>(afterFailure: .constant(.zero, limit: .max))
    let cache = LoaderCache(policy: policy) { (_: Int) async throws(SampleError) -> Int in
      throw .first
    }
    let interest = cache.interest(in: 1)
    let subscription = interest.states.sink { state in
      if state.error != nil, stack.note() { cache.interest(in: 1).cancel() }
    }
    interest.retry()
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test @MainActor func `a row that shows its key again in the backoff does not nest`() async {
    let stack = StackDepths()
    let cache = LoaderCache { (_: Int) async throws(SampleError) -> Int in throw .first }
    let row = KeyedModel(cache)
    let subscription = row.states.sink { [weak row] state in
      guard state.error != nil, stack.note() else { return }
      MainActor.assumeIsolated {
        row?.clear()
        row?.show(1)
      }
    }
    row.show(1)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test @MainActor func `a row that shows its key again in each failure leaves the main actor`()
    async
  {
    let cache = LoaderCache { (_: Int) async throws(SampleError) -> Int in throw .first }
    _ = try? await cache.load(1)
    let (row, calls, others) = (KeyedModel(cache), Log<Int>(), Log<Int>())
    let subscription = row.states.sinkOnMainActor { [weak row] state in
      guard state.error != nil, others.entries.isEmpty, calls.entries.count < 1_000 else { return }
      calls.note(1)
      row?.clear()
      row?.show(1)
    }
    let other = Task { others.note(1) }
    row.show(1)
    await other.value
    #expect(calls.entries.count < 100)
    subscription.cancel()
  }

  @Test @MainActor func `a row that shows another failed key does not nest`() async {
    let stack = StackDepths()
    let cache = LoaderCache { (_: Int) async throws(SampleError) -> Int in throw .first }
    let row = KeyedModel(cache)
    let subscription = row.states.sink { [weak row] state in
      guard state.error != nil, stack.note() else { return }
      MainActor.assumeIsolated { row?.show(row?.key == 1 ? 2 : 1) }
    }
    row.show(1)
    await stack.expectBounded()
    subscription.cancel()
  }

  @Test @MainActor func `a row that disappears in each failure, and is cleared, does not nest`() {
    let stack = StackDepths()
    let cache = LoaderCache { (_: Int) async throws(SampleError) -> Int in throw .first }
    let row = KeyedModel(cache)
    let subscription = row.states.sink { [weak row] state in
      if case .loading = state { return }
      guard stack.note() else { return }
      MainActor.assumeIsolated { state.error == nil ? row?.clear() : row?.disappear() }
    }
    row.show(1)
    row.clear()
    #expect(stack.callCount < 10)
    subscription.cancel()
  }

  @Test @MainActor func `a model of a loader that retries does not nest`() async {
    let stack = StackDepths()
    let model = LoaderModel(Loader { () async throws(SampleError) -> Int in throw .first })
    retryEachFailure(model, stack)
    model.loader.load()
    await stack.expectBounded()
  }

  /// Retries at the start of each change from loading to failed, as observation reports it.
  @MainActor private func retryEachFailure(
    _ model: LoaderModel<Loader<NoRequest, Int, SampleError>>,
    _ stack: StackDepths
  ) {
    withObservationTracking {
      _ = model.state
    } onChange: {
      MainActor.assumeIsolated {
        retryEachFailure(model, stack)
        if model.state.isLoading, stack.note() { model.retry() }
      }
    }
  }
}

/// The depths of the stack at which a callback is called.
private final class StackDepths: Sendable {
  /// A call on a thread; a deeper call has a lower address.
  private struct Call {
    let thread: pthread_t
    let address: Int
  }

  private static let count = 300
  private let log = Log<Call>()
  private let end = Gate()

  var callCount: Int { log.entries.count }

  /// Records the depth of the current call; returns false after the last call.
  func note() -> Bool {
    var local = 0
    let address = withUnsafePointer(to: &local) { Int(bitPattern: $0) }
    log.note(Call(thread: pthread_self(), address: address))
    let isLast = log.entries.count >= Self.count
    if isLast { end.open() }
    return !isLast
  }

  /// Waits for all calls, and expects that later ones are not deeper in the stack than earlier ones.
  func expectBounded() async {
    await end.wait()
    for (_, calls) in Dictionary(grouping: log.entries, by: { "\($0.thread)" }) {
      let addresses = calls.map(\.address)
      let (early, late) = (addresses.prefix(Self.count / 3), addresses.dropFirst(Self.count / 3))
      let growth = (early.min() ?? 0) - (late.min() ?? .max)
      #expect(growth < 50_000, "The stack grows by \(growth) bytes in \(late.count) calls.")
    }
  }
}
