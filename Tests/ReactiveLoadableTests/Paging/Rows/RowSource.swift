import LoadableTesting
import ReactiveLoadable
import TestSupport

/// Loaders whose pages load without a suspension, of the items around zero, with a log of requests.
final class RowSource: Sendable {
  let requests = Log<PageRequest<String, Int>>()
  /// The number of requests that means an endless loop.
  private let most = 1000
  private let size: Int
  /// The number of items on each side of zero.
  private let reach: Int

  init(size: Int, reach: Int = 400) {
    self.size = size
    self.reach = reach
  }

  func loader(_ policy: PagingPolicy = PagingPolicy()) -> RowLoader {
    RowLoader(policy: policy, failure: { _ in .second }) {
      [self] request async throws(SampleError) in
      requests.note(request)
      if requests.entries.count > most { throw .first }
      let number = request.cursor ?? 0
      let rows = (0..<size).map { Row(id: number * size + $0) }
      let isLast = (number + 1) * size >= reach
      let isFirst = number * size <= -reach
      return Page(rows, next: isLast ? nil : number + 1, previous: isFirst ? nil : number - 1)
    }
  }
}

/// Performs a random change of a list.
func changeRandomly(_ loader: RowLoader, _ random: inout SeededGenerator) {
  let id = Int.random(in: -40..<40, using: &random)
  switch Int.random(in: 0..<14, using: &random) {
  case 0: loader.load("a")
  case 1: loader.loadIfNeeded(Bool.random(using: &random) ? "a" : "b")
  case 2: loader.refresh()
  case 3: loader.refreshAllPages()
  case 4: loader.remove(id)
  case 5: loader.insert(Row(id: 1000 + id), at: .before(id))
  case 6: loader.edit(id) { $0.text = "x" }
  case 7 where id == 0: loader.clear()
  case 8, 9: loader.previous()
  default: loader.next()
  }
}
