import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactivePaging
import Synchronization
import TestSupport

/// The calls of a load function that reports, each a diagram of 10 ms for each character.
///
/// A letter is a part, `%` is the progress of one half, a digit ends with a page and `#` with a
/// failure. The last diagram repeats.
final class PartWork: Sendable {
  private let calls: Mutex<[String]>
  private let pages: [String: RowPage]
  private let clock: any Clock<Duration>
  /// The start of each call, in frames.
  let starts = Log<Int>()
  private let start: Duration
  private let now: @Sendable () -> Duration
  private let ignoresCancellation: Bool

  init(
    _ calls: [String],
    _ pages: [String: RowPage],
    _ clock: any Clock<Duration>,
    ignoresCancellation: Bool,
    _ now: @escaping @Sendable () -> Duration
  ) {
    self.calls = Mutex(calls)
    self.pages = pages
    self.clock = clock
    self.ignoresCancellation = ignoresCancellation
    self.now = now
    start = now()
  }

  func page(_ report: LoadReporter<RowPage>) async throws(SampleError) -> RowPage {
    let diagram = calls.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    starts.note(Int((now() - start) / .milliseconds(10)))
    for (frame, mark) in diagram.enumerated() {
      if frame > 0 { try await rest() }
      switch mark {
      case "-": break
      case "%": report.progress(0.5)
      case "#": throw .first
      default:
        guard let page = pages["\(mark)"] else { throw .second }
        if mark.isNumber { return page }
        report.value(page)
      }
    }
    throw .second
  }

  private func rest() async throws(SampleError) {
    if ignoresCancellation {
      let clock = clock
      await Task { try? await clock.sleep(for: .milliseconds(10)) }.value
    } else {
      do { try await clock.sleep(for: .milliseconds(10)) } catch { throw .second }
    }
  }
}

/// Parts with cursors, which are not used.
///
/// Page one has `p` and `q`, page two `u` and `v`, page zero `b`. `q` has three rows.
let partPages: [String: RowPage] = [
  "p": Page([1], next: 9, previous: 8), "q": Page([1, 7, 8], next: 9, previous: 8),
  "o": Page([], next: 9), "u": Page([3], next: 9, previous: 8),
  "v": Page([3, 9, 5], next: 9, previous: 8), "b": Page([-1], next: 9, previous: 8),
  "d": Page([2, 3, 3], next: 9, previous: 8), "t": Page([3], next: nil, total: 50),
  "4": Page([-1, -2], next: nil), "5": Page([1, 2], next: 2, previous: 0),
  "6": Page([3, 2], next: nil), "7": Page([1, 7], next: 2), "8": Page([3, 4], next: nil),
]

extension Marbles {
  func parts(
    _ calls: String...,
    pages: [String: RowPage] = [:],
    ignoresCancellation: Bool = false
  ) -> PartWork {
    let clock = clock
    let origin = clock.now
    return keep(
      PartWork(
        calls,
        rowPages.merging(partPages) { $1 }.merging(pages) { $1 },
        clock,
        ignoresCancellation: ignoresCancellation
      ) { origin.duration(to: clock.now) }
    )
  }

  /// A loader whose load function reports, by the names of requests, with records if there are any.
  func rows(
    _ work: [String: PartWork],
    _ policy: PagingPolicy = PagingPolicy(),
    saved records: ListRecords? = nil,
    count: Int = 1
  ) -> RowLoader {
    var policy = policy
    policy.load.clock = clock
    policy.load.isCancellation = { $0 as? SampleError == .second }
    let load:
      @Sendable (PageRequest<String, Int>, LoadReporter<RowPage>) async throws(SampleError)
        -> RowPage = { request, report async throws(SampleError) in
          guard let work = work[request.name] else { throw .first }
          return try await work.page(report)
        }
    guard let records else {
      return keep(RowLoader(policy: policy, failure: { _ in .second }, load))
    }
    return keep(
      RowLoader(
        policy,
        failure: { _ in .second },
        LoadWork { page, reporter throws(SampleError) in try await load(page, reporter()) },
        records: records,
        pages: count
      )
    )
  }
}

extension KeyedState {
  /// The sketch of the state, and the progress of the list, of its end and of its start.
  var partSketch: String {
    sketch + (progress.map { "%\($0)" } ?? "") + (latest?.appendProgress.map { ">\($0)" } ?? "")
      + (latest?.prependProgress.map { "<\($0)" } ?? "")
  }
}

extension RowLoader {
  var partSketches: some Publisher<String, Never> { states.map(\.partSketch) }
}
