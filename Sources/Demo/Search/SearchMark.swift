import ReactiveLoadable

extension PagedList where Item == SearchHit {
  /// The mark of a list: the number of its pages, while nothing goes on at its end.
  ///
  /// - Parameter size: How many rows a page has.
  /// - Returns: A mark, also for a list whose end is busy or has failed.
  func mark(pagesOf size: Int) -> StateMark {
    switch append {
    case .idle: pages(of: size)
    case .loading: StateMark("a", "the next page is on its way", .omitted)
    case .failed: StateMark("e", "the next page has failed")
    case .complete: StateMark("c", "complete")
    }
  }

  private func pages(of size: Int) -> StateMark {
    let pages = (count + duplicateCount + size - 1) / size
    guard pages < 10 else { return StateMark("+", "more pages than nine") }
    return StateMark(String(pages), pages == 1 ? "1 page" : "\(pages) pages")
  }

  /// How many rows are there, of how many.
  var amount: String { total.map { "\(count) of \($0)" } ?? String(count) }
}
