/// A transform from items to rows for lists that grow at either end.
protocol RowRecipe<Item, Row>: Sendable {
  associatedtype Item: Identifiable & Sendable
  associatedtype Row: Identifiable & Sendable

  /// Adds the rows of items that follow the items transformed so far.
  mutating func append(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row>

  /// Adds the rows of items that precede the items transformed so far.
  mutating func prepend(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row>
}

/// The rows of successive lists; when a list has grown, only the new items are transformed.
///
/// It is a value that is cheap to copy.
struct GrowingRows<Recipe: RowRecipe>: Sendable {
  typealias Items = SharedItems<Recipe.Item>
  typealias Rows = SharedItems<Recipe.Row>

  private let fresh: Recipe
  /// The recipe with its state after the current rows.
  private var recipe: Recipe
  private var items = Items()
  private var rows = Rows()

  init(_ recipe: Recipe) {
    fresh = recipe
    self.recipe = recipe
  }

  /// Returns the state of the rows for a state of the items.
  ///
  /// A state without a list changes nothing, because the same list often follows. The state
  /// `notRequested` releases the items.
  mutating func follow<Key, Failure>(
    _ state: Loadable<PagedList<Key, Recipe.Item, Failure>, Failure>
  ) -> Loadable<PagedList<Key, Recipe.Row, Failure>, Failure> {
    if case .notRequested = state { self = Self(fresh) }
    if let list = state.latest { follow(list.items) }
    return state.map { list in
      PagedList(list.key, rows, list.append, list.prepend, list.total, list.duplicateCount)
    }
  }

  /// The kind of change from the items of the current rows to other items.
  func news(of items: Items) -> ItemsNews { items.news(since: self.items) }

  private mutating func follow(_ new: Items) {
    if new.extends(items) { grow(to: new) } else { startOver(with: new) }
    items = new
  }

  private mutating func startOver(with new: Items) {
    recipe = fresh
    rows = recipe.append(new.elements, to: Rows())
  }

  private mutating func grow(to new: Items) {
    let after = new.elements(at: items.bounds.upperBound..<new.bounds.upperBound)
    if !after.isEmpty { rows = recipe.append(after, to: rows) }
    let before = new.elements(at: new.bounds.lowerBound..<items.bounds.lowerBound)
    if !before.isEmpty { rows = recipe.prepend(before, to: rows) }
  }
}

/// A recipe with one row or none for each item.
struct MappedRows<Item: Identifiable & Sendable, Row: Identifiable & Sendable>: RowRecipe {
  let transform: @Sendable (Item) -> Row?

  func append(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row> {
    rows.appending(items.compactMap(transform))
  }

  func prepend(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row> {
    rows.prepending(items.compactMap(transform))
  }
}

/// The kind of change between the items of two list states.
enum ItemsNews: Sendable {
  /// The items are the same.
  case same
  /// Pages were added, and a window may have dropped others.
  case pages
  /// The items were edited, or belong to another list.
  case others
}

extension SharedItems {
  fileprivate func news(since old: Self) -> ItemsNews {
    if extends(old) { return old.extends(self) ? .same : .pages }
    // A window that drops many items makes a copy, as an edit does, but an edit keeps the start.
    let isOfWindow = placesShared(with: old) != nil || bounds.lowerBound != old.bounds.lowerBound
    return isOfWindow ? .pages : .others
  }
}
