// The storage of lists is not public.
import TestSupport

@testable import ReactivePaging

extension SharedItems {
  func appending(_ new: [Item]) -> Self { adding(new, new.map { $0.id.hashValue }, at: .end) }

  func prepending(_ new: [Item]) -> Self { adding(new, new.map { $0.id.hashValue }, at: .start) }
}

/// Creates lists that result from one another, each item with a new id.
struct RandomItems {
  typealias Items = SharedItems<Row>

  var random: SeededGenerator
  private var ids = 0

  init(_ seed: Int) { random = SeededGenerator(UInt64(seed)) }

  /// Returns a list of many small chunks.
  mutating func list(of pages: Int) -> Items {
    var items = Items()
    for page in 0..<pages {
      let rows = rows(page % 3 + 1)
      items = page % 5 == 0 ? items.prepending(rows) : items.appending(rows)
    }
    return items
  }

  /// Returns a list after a number of changes.
  mutating func changed(_ items: Items, atMost changes: Int) -> Items {
    var changed = items
    for _ in 0..<Int.random(in: 0...changes, using: &random) { changed = next(changed) }
    return changed
  }

  /// Returns a list that results from another one by a page, a window or an edit.
  mutating func next(_ items: Items) -> Items {
    if items.count < 2 { return items.appending(page()).prepending(page()) }
    let offset = Int.random(in: 0..<items.count, using: &random)
    let position = items.bounds.lowerBound + offset
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return items.appending(page())
    case 1: return items.prepending(page())
    case 2: return items.droppingFirst(Int.random(in: 1...3, using: &random))
    case 3: return items.droppingLast(Int.random(in: 1...3, using: &random))
    case 4: return items.removing(position)
    case 5:
      let row = rows(1)[0]
      return items.inserting(row, row.id.hashValue, at: offset).items
    case 6:
      let (row, rest) = (items[position], items.removing(position))
      let offset = Int.random(in: 0...rest.count, using: &random)
      return rest.inserting(row, row.id.hashValue, at: offset).items
    default:
      let text = Bool.random(using: &random) ? "a" : "b"
      return items.replacing(position, by: Row(id: items[position].id, text: text))
    }
  }

  private mutating func page() -> [Row] { rows(Int.random(in: 0...3, using: &random)) }

  private mutating func rows(_ count: Int) -> [Row] {
    ids += count
    return (0..<count).map { Row(id: ids - $0) }
  }
}
