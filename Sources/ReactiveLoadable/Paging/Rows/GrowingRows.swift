/// How rows are made of items, one after another, for lists that grow at either end.
protocol RowRecipe<Item, Row>: Sendable {
  associatedtype Item: Identifiable & Sendable
  associatedtype Row: Identifiable & Sendable

  /// Adds the rows of items that follow those of which the rows are there.
  mutating func append(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row>

  /// Adds the rows of items that come before those of which the rows are there.
  mutating func prepend(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row>
}

/// The rows of one list after another, of which only what is new is made where a list has grown.
///
/// It is a value of which a copy costs next to nothing.
struct GrowingRows<Recipe: RowRecipe>: Sendable {
  typealias Items = SharedItems<Recipe.Item>
  typealias Rows = SharedItems<Recipe.Row>

  private let fresh: Recipe
  /// The recipe with what it knows of the rows that are there.
  private var recipe: Recipe
  private var items = Items()
  private var rows = Rows()

  init(_ recipe: Recipe) {
    fresh = recipe
    self.recipe = recipe
  }

  /// Returns the state of the rows for a state of the items.
  ///
  /// A state that shows no list changes nothing here, because the same one often follows; one after
  /// which everything is forgotten lets go of the items.
  mutating func follow<Key, Failure>(
    _ state: Loadable<PagedList<Key, Recipe.Item, Failure>, Failure>
  ) -> Loadable<PagedList<Key, Recipe.Row, Failure>, Failure> {
    if case .notRequested = state { self = Self(fresh) }
    if let list = state.latest { follow(list.items) }
    return state.map { list in
      PagedList(list.key, rows, list.append, list.prepend, list.total, list.duplicates)
    }
  }

  /// What has become of the items of which the rows are there.
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

/// One row of an item, or none.
struct MappedRows<Item: Identifiable & Sendable, Row: Identifiable & Sendable>: RowRecipe {
  let transform: @Sendable (Item) -> Row?

  func append(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row> {
    rows.appending(items.compactMap(transform))
  }

  func prepend(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row> {
    rows.prepending(items.compactMap(transform))
  }
}

/// What has become of the items of a list.
enum ItemsNews: Sendable {
  /// They are the same.
  case same
  /// Pages have come in, and a window may have let go of others.
  case pages
  /// An edit was made, or they are those of another list.
  case others
}

extension SharedItems {
  fileprivate func news(since old: Self) -> ItemsNews {
    if extends(old) { return old.extends(self) ? .same : .pages }
    // A window that lets go of much makes a copy, as an edit does, which begins at the same place.
    let isOfWindow = placesShared(with: old) != nil || bounds.lowerBound != old.bounds.lowerBound
    return isOfWindow ? .pages : .others
  }
}
