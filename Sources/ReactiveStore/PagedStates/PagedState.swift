public import Foundation
public import ReactiveLoadable

/// The state of a paginated or infinite list: the state of a `PagedLoader` as a value.
///
/// ```swift
/// struct SearchState: Sendable {
///   var text = ""
///   var results = PagedState<String, Int, Movie>()      // by the text, with page numbers
/// }
///
/// enum SearchAction: Sendable {
///   case typed(String)
///   case results(PagingAction<String, Int, Movie>)
/// }
///
/// Reduce { state, action in
///   if case .typed(let text) = action { state.results.perform(.loadIfNeeded(text)) }
///   return .none
/// }
/// .paged(state: \.results, action: .results) { page, search in try await api.search(page) }
/// ```
///
/// It has the intents of a `PagedLoader`, with the same contract. A reducer calls ``perform(_:)``,
/// or a view sends a ``PagingAction``; `paged` makes the store run the loads that the state
/// requires.
/// See <doc:StoreContract#S16-Paged-lists>.
///
/// Two states are equal if their keys and their visible lists are equal.
@dynamicMemberLookup
public struct PagedState<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
>: Sendable where Item.ID: Sendable {
  /// The visible list.
  public typealias List = PagedList<Key, Item, LoadError>

  var pages = EmbeddedPages<Key, Cursor, Item, LoadError> { LoadError($0) }

  /// Creates the state before any request.
  public init() {}

  /// Creates a list from existing pages, such as saved pages, or for previews and tests.
  ///
  /// - Parameters:
  ///   - pages: The pages from the first one on, as the load function returns them. The cursor of
  ///     the last one continues the list. Pages after a page without a cursor are ignored.
  ///   - key: The key of the list.
  public init(_ pages: Page<Cursor, Item>..., of key: Key) { self.pages.show(pages, of: key) }

  /// Creates the state of a load over pages that are restored from their record, for previews and
  /// tests.
  ///
  /// - Parameters:
  ///   - pages: The restored pages, from the first one on.
  ///   - savedAt: The date at which the first page was loaded.
  ///   - key: The key of the list that is loading.
  public init(restored pages: Page<Cursor, Item>..., savedAt: Date, of key: Key) {
    self.pages.restore(pages, savedAt: savedAt, of: key)
  }

  /// Creates a list whose load failed, for previews and tests.
  ///
  /// - Parameters:
  ///   - error: The error that the load function throws.
  ///   - key: The key of the list.
  public init(failure error: any Error, of key: Key) { pages.fail(LoadError(error), of: key) }

  /// The state to draw, one of four; the list has the states of its ends.
  public var loadable: Loadable<List, LoadError> { pages.state }

  /// The key of the list that is loading or visible.
  public var key: Key? { pages.key }

  /// The members of a `Loadable`, such as `isLoading`, `latest` and `error`.
  public subscript<Member>(dynamicMember query: KeyPath<Loadable<List, LoadError>, Member>)
    -> Member
  {
    loadable[keyPath: query]
  }
}

extension PagedState {
  /// Performs an intent, with the effect that it has on a `PagedLoader`.
  ///
  /// - Parameter intent: The intent, such as `.load(key)`, `.next` or `.edit(.remove(id))`.
  /// - Returns: True if anything has changed. For an edit, true if the item or the position exists,
  ///   or if a load in flight may return it.
  @discardableResult
  public mutating func perform(_ intent: PagedIntent<Key, Item>) -> Bool { pages.perform(intent) }
}

extension PagedState where Key == NoRequest {
  /// Creates a list from existing pages, such as saved pages, or for previews and tests.
  ///
  /// - Parameter pages: The pages from the first one on, as for a list with a key.
  public init(_ pages: Page<Cursor, Item>...) { self.pages.show(pages, of: NoRequest()) }

  /// Creates a list whose load failed, for previews and tests.
  ///
  /// - Parameter error: The error that the load function throws.
  public init(failure error: any Error) { self.init(failure: error, of: NoRequest()) }
}

extension PagedState: Equatable where Item: Equatable {
  /// Compares the keys and the visible lists.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.loadable == right.loadable
  }
}

extension PagedState: CustomReflectable, CustomStringConvertible {
  /// A mirror of the key and the state, without internal tickets.
  public var customMirror: Mirror {
    Mirror(self, children: ["key": key as Any, "state": loadable], displayStyle: .struct)
  }

  /// The state as text.
  public var description: String { "\(loadable)" }
}
