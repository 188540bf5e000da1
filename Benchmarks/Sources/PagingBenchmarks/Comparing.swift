import Measuring
import ReactiveLoadable

/// A change of a list, after which the list is compared with the one before it.
enum Change {
  case edit, insert, remove, move, append
  /// Two edits or insertions, in the first and the last quarter.
  case edits, inserts
  /// Another list with equal items, as after a refresh.
  case refresh
}

extension Change {
  typealias List = PagedList<NoRequest, Row, LoadError>

  /// Returns a list of `count` items before and after the change.
  private func lists(of count: Int) -> (old: List, new: List) {
    let loader = Lists.loader(of: count)
    let old = loader.state.value
    switch self {
    case .edit: edit(loader, count / 2)
    case .insert: insert(loader, count / 2)
    case .remove: loader.remove(count / 2)
    case .move: loader.insert(Row(id: count / 4, name: "new"), at: .before(count / 4 * 3))
    case .append: loader.next()
    case .edits: for index in [count / 4, count / 4 * 3] { edit(loader, index) }
    case .inserts: for index in [count / 4, count / 4 * 3] { insert(loader, index) }
    case .refresh: break
    }
    let new = self == .refresh ? Lists.loader(of: count).state.value : loader.state.value
    guard let old, let new else { preconditionFailure("The pages have not loaded.") }
    return (old, new)
  }

  private func edit(_ loader: PagedLoader<NoRequest, Int, Row, LoadError>, _ id: Int) {
    loader.edit(id) { $0 = Row(id: $0.id, name: "new") }
  }

  private func insert(_ loader: PagedLoader<NoRequest, Int, Row, LoadError>, _ id: Int) {
    loader.insert(Row(id: -id, name: "new"), at: .before(id))
  }
}

// MARK: Contenders

extension Change {
  /// Compares the lists by `changes(from:)`.
  func changes(in count: Int) -> Contender {
    let (old, new) = lists(of: count)
    return Contender("changes(from:), \(self) in \(count)", repetitions: 20) { times in
      for _ in 0..<times {
        precondition(new.changes(from: old).isEmpty == (self == .refresh))
      }
    }
  }

  /// Compares arrays of the same items by `difference(from:)`.
  func difference(in count: Int) -> Contender {
    let (old, new) = (Array(lists(of: count).old), Array(lists(of: count).new))
    return Contender("difference(from:), \(self) in \(count)", repetitions: 20) { times in
      for _ in 0..<times {
        precondition(new.difference(from: old).isEmpty == (self == .refresh))
      }
    }
  }
}
