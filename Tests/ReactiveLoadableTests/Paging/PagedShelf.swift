import LoadableTesting
import ReactiveLoadable

struct Row: Identifiable, Hashable, Sendable {
  let id: Int
  var text = ""
}

extension Row: ExpressibleByIntegerLiteral {
  init(integerLiteral id: Int) { self.init(id: id) }
}

typealias RowPage = Page<Int, Row>
typealias RowWork = MarbleCold<RowPage, SampleError>
typealias RowLoader = PagedLoader<String, Int, Row, SampleError>
typealias RowList = PagedList<String, Row, SampleError>
typealias KeyedState = Loadable<RowList, SampleError>

/// The text of a request, in the form of tests: the key, then the cursor.
extension PageRequest<String, Int> {
  var name: String { key + (cursor.map(String.init) ?? "") }
}

/// The pages that most tests load, two rows each.
let rowPages: [String: RowPage] = [
  "1": Page([1, 2], next: 2), "2": Page([3, 4], next: 3), "3": Page([5, 6], next: nil),
  "0": Page([], next: 9), "-": Page([], next: nil),
]

extension Marbles {
  /// Pages with the timing of a diagram; the letters are those of ``rowPages`` and the given ones.
  func pages(
    _ diagram: String,
    then later: [String] = [],
    _ more: [String: RowPage] = [:],
    _ cancellation: MarbleCancellation = .honored
  ) -> RowWork {
    cold(
      diagram,
      rowPages.merging(more) { $1 },
      failure: SampleError.first,
      then: later,
      cancellation: cancellation
    )
  }

  /// A loader whose pages are diagrams, by the names of requests.
  func rows(_ pages: [String: RowWork], _ policy: PagingPolicy = PagingPolicy()) -> RowLoader {
    var policy = policy
    policy.load.clock = clock
    policy.load.isCancellation = { $0 as? SampleError == .second }
    return keep(
      RowLoader(policy: policy, failure: { _ in .second }) {
        request async throws(SampleError) -> RowPage in
        guard let page = pages[request.name] else { throw .first }
        return try await page(orCancelled: .second)
      }
    )
  }
}

// MARK: The text of states

extension PageEnd<SampleError> {
  fileprivate func sketch(complete: String) -> String {
    switch self {
    case .idle: "…"
    case .loading(let attempt): attempt == 0 ? "+" : "+\(attempt)"
    case .failed(.first): "!"
    case .failed(.second): "?"
    case .complete: complete
    }
  }
}

extension RowList {
  /// The ids and texts of the rows, then the end: `…` idle, `+` loading, `!` failed, `?` faulty, `.` complete.
  var sketch: String {
    let rows = map { "\($0.id)\($0.text)" }.joined()
    return prepend.sketch(complete: "") + rows + append.sketch(complete: ".")
  }
}

extension KeyedState {
  /// `n` not requested, `l` loading, `r` refreshing, `t` retrying, `f` failed, each with the
  /// visible list.
  var sketch: String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading):
      ["l", "r", "t"][loading.cause.number] + (loading.attempt == 0 ? "" : "\(loading.attempt)")
        + (loading.previous?.sketch ?? "")
    case .loaded(let list): list.sketch
    case .failed(let failed): "f" + (failed.previous?.sketch ?? "")
    }
  }
}

extension LoadCause {
  var number: Int {
    switch self {
    case .load: 0
    case .refresh: 1
    case .retry: 2
    }
  }
}

extension RowLoader {
  /// A handle without a load.
  static var nothing: LoadTask<RowList, SampleError> {
    RowLoader(failure: { _ in .second }) {
      _ async throws(SampleError) in throw .first
    }.retry()
  }

  var sketches: some Publisher<String, Never> { states.map(\.sketch) }
}

extension LoadOutcome<RowList, SampleError> {
  var sketch: String {
    switch self {
    case .loaded(let list): list.sketch
    case .failed(.first): "!"
    case .failed(.second): "?"
    case .cancelled: "cancelled"
    case .replaced: "replaced"
    case .skipped(let reason): "skipped: \(reason)"
    case .abandoned: "abandoned"
    }
  }
}

extension Marbles {
  /// Performs an intent at each mark of a diagram; publishes their outcomes.
  func outcomes(
    _ diagram: String,
    of intent: @escaping () -> LoadTask<RowList, SampleError>
  ) -> PublishRelay<String> {
    let outcomes = keep(PublishRelay<String>())
    hot(diagram) { _ in
      let task = intent()
      self.keep(Task { outcomes.accept(await task.outcome().sketch) })
    }
    return outcomes
  }
}

/// The lists of pages with two rows each, in the form of most diagrams of tests.
///
/// `1`, `2` and `3` are lists of that many pages, `a` and `b` with an append in flight, `e` and `E`
/// with a failed one, `r` and `R` refreshing, `q` with an append that waits, `g` with a failed one,
/// `F` after a failed refresh.
let rowStates = [
  "n": "n", "l": "l", "f": "f", "1": "12…", "a": "12+", "e": "12!", "2": "1234…", "b": "1234+",
  "E": "1234!", "3": "123456.", "r": "r12…", "R": "r1234…", "q": "r12+", "g": "r12!", "F": "f12…",
]

extension Marbles {
  /// A loader of three pages that take 20 ms each, the first of which is loaded at 30 ms.
  func loadedRows(
    _ pages: [String: RowWork] = [:],
    _ policy: PagingPolicy = PagingPolicy()
  ) -> RowLoader {
    let usual = ["a": self.pages("--1|"), "a2": self.pages("--2|"), "a3": self.pages("--3|")]
    let rows = rows(usual.merging(pages) { $1 }, policy)
    hot("-o") { _ in rows.load("a") }
    return rows
  }
}
