import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// An end that fails without suspending, and 60 calls in each frame of 100 ms.
@Suite struct `Requests at an end that has failed (P3)` {
  private struct Source {
    let rows: RowLoader
    /// Publishes each request but the first one.
    let requests: PublishRelay<Void>
  }

  /// All pages but the first one fail, unless `fails` says otherwise.
  private func source(
    _ m: Marbles,
    _ afterFailure: PagingPolicy.AfterFailure = .retry,
    hasTwoEnds: Bool = false,
    _ fails: @escaping @Sendable () -> Bool = { true }
  ) -> Source {
    let requests = m.keep(PublishRelay<Void>())
    let policy = PagingPolicy(
      load: LoadPolicy(clock: m.clock),
      prefetchDistance: 1,
      afterFailure: afterFailure
    )
    let rows = m.keep(
      RowLoader(policy: policy, failure: { _ in .second }) {
        request async throws(SampleError) -> RowPage in
        let number = request.cursor ?? 1
        if number != 1 { requests.accept(()) }
        if number != 1, fails() { throw .first }
        return Page([Row(id: number)], next: number + 1, previous: hasTwoEnds ? number - 1 : nil)
      }
    )
    rows.load("a")
    return Source(rows: rows, requests: requests)
  }

  private func inEachFrame(_ m: Marbles, _ body: @escaping () -> Void) {
    for frame in 1...80 {
      m.at(.milliseconds(100) * frame) { for _ in 0..<60 { body() } }
    }
  }

  private func check(
    _ expected: String,
    _ afterFailure: PagingPolicy.AfterFailure = .retry,
    _ request: @escaping (RowLoader) -> Void
  ) {
    marbles(frame: .milliseconds(100)) { m in
      let source = source(m, afterFailure)
      inEachFrame(m) { request(source.rows) }
      m.expect(source.requests.map { "x" }, expected)
    }
  }

  @Test func `rows request once, then after delays that double`() {
    check("-x 900ms x 1900ms x 3900ms x") { $0.visible(at: 0) }
    check("-x 900ms x 1900ms x 3900ms x") { $0.visible(1) }
  }

  @Test func `next() requests once, then after delays that double`() {
    check("-x 900ms x 1900ms x 3900ms x") { $0.next() }
  }

  @Test func `the first delay is the policy's`() {
    check("-x 2900ms x", .retry(after: .seconds(3))) { $0.visible(at: 0) }
    check("-x", .waitForRetry) { $0.visible(at: 0) }
  }

  @Test func `each end has its own delay`() {
    marbles(frame: .milliseconds(100)) { m in
      let source = source(m, hasTwoEnds: true)
      m.hot("-n-n--------n") { _ in source.rows.next() }
      m.hot("---p--------p-p") { _ in source.rows.previous() }
      m.expect(source.requests.map { "x" }, "-x-x--------x-x")
    }
  }

  @Test func `rows behind a filter request as rarely`() {
    marbles(frame: .milliseconds(100)) { m in
      let source = source(m)
      let rows = m.keep(source.rows.rows { $0 })
      inEachFrame(m) { rows.visible(at: 0) }
      m.expect(source.requests.map { "x" }, "-x 900ms x 1900ms x 3900ms x")
    }
  }

  @Test func `a retry requests immediately, and counts as a consecutive failure`() {
    marbles(frame: .milliseconds(100)) { m in
      let source = source(m)
      inEachFrame(m) { source.rows.visible(at: 0) }
      m.hot("---t") { _ in source.rows.retry() }
      m.expect(source.requests.map { "x" }, "-x-x 1900ms x 3900ms x")
    }
  }

  @Test(.needsImmediateTasks) func `a loaded page resets the count of failures`() {
    marbles(frame: .milliseconds(100)) { m in
      let outage = Log<Bool>()
      let source = source(m, .retry) { outage.entries.last != false }
      m.hot("-n") { _ in source.rows.next() }
      m.hot("--n---------n--------n") { _ in
        if source.rows.state.value?.count == 1 { outage.note(false) }
        source.rows.next()
        outage.note(true)
      }
      m.hot("-------------n---------n") { _ in source.rows.next() }
      m.expect(source.requests.map { "x" }, "-x----------xx---------x")
    }
  }

  @Test func `an invalid page has its delay, too`() {
    marbles(frame: .milliseconds(100)) { m in
      let requests = m.keep(PublishRelay<Void>())
      let policy = PagingPolicy(
        load: LoadPolicy(clock: m.clock),
        emptyPageLimit: 0,
        afterFailure: .retry
      )
      let rows = m.keep(
        PagedLoader(policy: policy) { (request: PageRequest<NoRequest, Int>) in
          if request.cursor != nil { requests.accept(()) }
          return Page(request.cursor == nil ? [Row(id: 1)] : [], next: (request.cursor ?? 0) + 1)
        }
      )
      rows.load()
      inEachFrame(m) { rows.visible(at: 0) }
      m.expect(requests.map { "x" }, "-x 900ms x 1900ms x 3900ms x")
    }
  }

  @Test func `rows do not shorten the delay of a RetryPolicy, and next() does`() {
    marbles { m in
      let second = m.pages("-#")
      let policy = PagingPolicy(
        load: LoadPolicy(retry: .constant(.milliseconds(60), limit: 2)),
        prefetchDistance: 1
      )
      let rows = m.loadedRows(["a2": second], policy)
      m.hot("-----vvvvvv") { _ in rows.visible(at: 1) }
      m.hot("---------------n") { _ in rows.next() }
      m.expectSubscriptions(second, ["-----^!", "------------^!", "---------------^!"])
    }
  }
}
