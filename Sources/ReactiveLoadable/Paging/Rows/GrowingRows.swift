/// A transform from the items of successive lists to rows.
protocol RowRecipe<Item, Row>: Sendable {
  associatedtype Item: Identifiable & Sendable
  associatedtype Row: Identifiable & Sendable

  /// Returns the rows of a list; the items that the list before it had are not transformed again.
  mutating func rows(of items: SharedItems<Item>) -> SharedItems<Row>
}

/// The states of the rows for successive states of the items.
///
/// It is a value that is cheap to copy.
struct GrowingRows<Recipe: RowRecipe>: Sendable {
  private let fresh: Recipe
  /// The recipe with its state after the current rows.
  private var recipe: Recipe
  private var items = SharedItems<Recipe.Item>()

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
    return state.map { list in
      items = list.items
      let rows = recipe.rows(of: items)
      return list.with(rows)
    }
  }

  /// The kind of change from the items of the current rows to other items.
  func news(of items: SharedItems<Recipe.Item>) -> ItemsNews { items.news(since: self.items) }
}

extension PagedList {
  /// Returns a list with the same properties and other items.
  fileprivate func with<Row>(_ rows: SharedItems<Row>) -> PagedList<Key, Row, Failure> {
    PagedList<Key, Row, Failure>(
      rows,
      PagedList<Key, Row, Failure>.Properties(
        key: properties.key,
        append: properties.append,
        prepend: properties.prepend,
        total: properties.total,
        duplicateCount: properties.duplicateCount
      )
    )
  }
}

/// A recipe with one row or none for each item.
struct MappedRows<Item: Identifiable & Sendable, Row: Identifiable & Sendable>: RowRecipe {
  private let transform: @Sendable (Item) -> Row?
  private var chunks = RowChunks<Item, Row>()

  init(_ transform: @escaping @Sendable (Item) -> Row?) { self.transform = transform }

  mutating func rows(of items: SharedItems<Item>) -> SharedItems<Row> {
    chunks.rows(of: items) { $0.compactMap(transform) }
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
