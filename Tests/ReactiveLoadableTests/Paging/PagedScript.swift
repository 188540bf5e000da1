import ReactiveLoadable

/// Random calls of a paged loader, and the responses of its server, reproducible by a seed.
struct PagedScript: Sendable {
  struct Step: Sendable {
    enum Act: Sendable {
      case intent(PagedIntent<String, Row>)
      /// Cancels the load that an earlier step has started or joined.
      case cancelLoad(ofStep: Int)
      /// Starts a write, whose edits are unsaved until it ends.
      case write([ListEdit<Row>])
      /// Ends the write of an earlier step.
      case endWrite(ofStep: Int, isSaved: Bool)
    }

    let frame: Int
    let act: Act
  }

  /// The behavior of a call of the load function.
  struct Call: Sendable {
    let time: Int
    let ignoresCancellation: Bool
    let kind: Int
    /// The numbers of rows of its parts, one after each frame but the last; 0 for no part.
    let parts: [Int]
  }

  let policy: PagingPolicy
  let steps: [Step]
  private let calls: [Call]
  private let hasTwoEnds: Bool

  init(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    policy = PagedScript.policy(&random)
    hasTwoEnds = .random(using: &random)
    let frames = (0..<24).map { _ in Int.random(in: 0...30, using: &random) }.sorted()
    steps = frames.enumerated().map { Step(frame: $1, act: .any($0, &random)) }
    calls = (0..<40).map { _ in
      Call(
        time: .random(in: 0...4, using: &random),
        ignoresCancellation: .random(using: &random),
        kind: .random(in: 0..<20, using: &random),
        parts: (0..<4).map { _ in [0, 0, 1, 2, 3, 4].randomElement(using: &random) ?? 0 }
      )
    }
  }

  private static func policy(_ random: inout SeededGenerator) -> PagingPolicy {
    PagingPolicy(
      load: LoadPolicy(
        previous: [.ofSameRequest, .always, .never].randomElement(using: &random) ?? .always,
        interruption: .random(using: &random) ? .replace : .ignore,
        duplicate: .random(using: &random) ? .join : .replace,
        freshness: .random(using: &random) ? .forever : .never,
        retry: .constant(.milliseconds(10), limit: .random(in: 0...1, using: &random))
      ),
      prefetchDistance: .random(in: 1...4, using: &random),
      emptyPageLimit: .random(in: 0...2, using: &random),
      window: [nil, nil, 2, 3].randomElement(using: &random) ?? nil,
      cachedLists: .random(in: 0...2, using: &random),
      afterFailure: .random(using: &random) ? .retry(after: .milliseconds(20)) : .waitForRetry
    )
  }

  func call(_ number: Int) -> Call { calls[number % calls.count] }

  /// The result of a call: mostly a page of two rows, sometimes a shifted, an empty or an invalid
  /// one.
  func result(_ number: Int, _ request: PageRequest<String, Int>) -> PageResult {
    let kind = call(number).kind
    if kind == 0 || kind == 1 { return .failure }
    if kind == 2 { return .cancelled }
    let place = request.cursor ?? 0
    let first = Self.first(of: request.key) + place * 2
    var page = RowPage(
      [Row(id: first), Row(id: first + 1)],
      next: place < 3 ? place + 1 : nil,
      previous: hasTwoEnds && place > -3 ? place - 1 : nil
    )
    switch kind {
    case 3, 4, 5: page.items = []
    case 6, 7: page.items[0] = Row(id: first - 1)
    case 8: page.items.append(Row(id: first))
    case 9: page.next = request.cursor
    case 10: page.previous = request.cursor
    case 11: page.next = nil
    default: break
    }
    return .page(page)
  }

  /// A part of the page of a call: some of its rows, and others.
  func part(_ count: Int, _ request: PageRequest<String, Int>) -> RowPage {
    let first = Self.first(of: request.key) + (request.cursor ?? 0) * 2
    // The third row is also on the next page, the fourth on the page before.
    let rows = [first, first + 1, first + 2, first - 1].prefix(count).map { Row(id: $0) }
    return RowPage(rows, next: 2, previous: 2, total: nil)
  }

  /// Rows of different keys have different ids.
  static func first(of key: String) -> Int {
    switch key {
    case "a": 100
    case "b": 200
    default: 300
    }
  }
}

extension PagedScript.Step.Act {
  fileprivate static func any(_ number: Int, _ random: inout SeededGenerator) -> Self {
    let key = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let id = PagedScript.first(of: key) + .random(in: -4...8, using: &random)
    let other = PagedScript.first(of: key) + .random(in: -4...8, using: &random)
    let index = Int.random(in: -1...8, using: &random)
    if number == 0 { return .intent(.load(key)) }
    let acts: [Self] = [
      .intent(.load("a")), .intent(.load(key)), .intent(.loadIfNeeded(key)),
      .intent(.loadIfNeeded(key)), .intent(.next), .intent(.next), .intent(.next), .intent(.next),
      .intent(.previous), .intent(.previous), .intent(.visible(at: index)),
      .intent(.visible(at: index)), .intent(.visible(id)), .intent(.refresh), .intent(.refresh),
      .intent(.refreshAllPages), .intent(.refreshAllPages), .intent(.retry), .intent(.retry),
      .intent(.revalidate), .intent(.revalidate), .intent(.cancel), .intent(.clear),
      .intent(.reset), .intent(.invalidate),
      .cancelLoad(ofStep: .random(in: 0..<number, using: &random)),
      .write([.change(id) { $0.text += "*" }]),
      .write([.change(id) { $0.text += "x" }, .change(id + 1) { $0.text += "y" }]),
      .write([.any(id, other, &random)]),
      .write([.any(id, other, &random), .any(other, id, &random)]),
      .endWrite(ofStep: .random(in: 0..<number, using: &random), isSaved: .random(using: &random)),
      .endWrite(ofStep: .random(in: 0..<number, using: &random), isSaved: .random(using: &random)),
      .endWrite(ofStep: .random(in: 0..<number, using: &random), isSaved: .random(using: &random)),
      .intent(.edit(.any(id, other, &random))), .intent(.edit(.any(id, other, &random))),
      .intent(.edit(.any(id, other, &random))), .intent(.edit(.any(id, other, &random))),
      .intent(.edit(.any(id, other, &random))), .intent(.edit(.any(id, other, &random))),
    ]
    return acts.randomElement(using: &random) ?? .intent(.next)
  }
}

extension ListEdit<Row> {
  static func any(_ id: Int, _ other: Int, _ random: inout SeededGenerator) -> Self {
    let places: [Position] = [.start, .end, .before(other), .after(other), .afterLastPage]
    let place = places.randomElement(using: &random) ?? .start
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: return .change(id) { $0.text += "!" }
    case 2: return .remove(id)
    case 3: return .move(id, to: place)
    default: return .insert(Row(id: id, text: "+"), at: place)
    }
  }
}
