import CombineShim
public import Observation
public import ReactiveLoading
public import ReactivePaging
import ReactiveRelays

/// An observable model of a loader: its state on the main actor, and its intents.
///
/// A screen shows an account. It loads once when the screen appears, and reloads on pull to
/// refresh. The view draws ``state`` and needs no other state:
///
/// ```swift
/// let model = LoaderModel(Loader { try await api.account() })
///
/// model.appear()           // loads once, however often the view appears
/// draw(model.state)        // observed: a change redraws the view
/// await model.refresh()    // pull to refresh: the old rows stay visible
/// ```
///
/// A new model has the current state of its loader, and every change follows in order. A change
/// that starts on the main actor is visible when the intent returns, any other change one hop
/// later. See <doc:HoldingALoaderInAView#V5-Change-notification>.
///
/// The model retains its loader, and the loader does not retain the model. If the model holds the
/// last reference to the loader, its deallocation cancels the loader's work.
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let answer = m.cold("--a|")
///   let model = m.keep(LoaderModel(Loader { try await answer() }))
///   m.at(.milliseconds(10)) { model.appear() }
///   m.expect(reading: { model.state }, "nl-a", .states(loaded: ["a": "a"]))
/// }
/// ```
///
/// While its views are visible, it uses its loader. A model whose views have never appeared uses
/// the loader, too. See <doc:KnowingWhatIsInUse>.
///
/// It has the intents that a view calls; all others are those of its ``loader``. The model of a
/// paginated list is a ``PagedModel``. For a view model that is an `ObservableObject`, see
/// <doc:HoldingALoaderInAView#An-existing-ObservableObject>.
@MainActor
public final class LoaderModel<Source: StateLoader> {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public var state: Loadable<Source.Value, Source.Failure> { observed.value }

  /// The loader, which several models may share.
  public let loader: Source

  let onDisappear: DisappearPolicy
  var visitors = Visitors()
  /// The use of the loader by the views of this model, also before the first view appears.
  var use: RelayUse
  private let observed: ObservedValue<Loadable<Source.Value, Source.Failure>>
  private let subscription: AnyCancellable

  /// Creates a model with the current state of a loader.
  ///
  /// - Parameters:
  ///   - loader: The loader, which the model retains. Several models may share it.
  ///   - onDisappear: The policy for the load in flight when the last view disappears; the load
  ///     continues by default.
  public init(_ loader: Source, onDisappear: DisappearPolicy = .continueLoading) {
    self.loader = loader
    self.onDisappear = onDisappear
    observed = ObservedValue(loader.state)
    let states = loader.states
    use = states.source.use
    subscription = observed.follow(states.following)
    use.set(true)
  }
}

// MARK: For previews and tests

extension LoaderModel {
  /// Creates a model that stays in a state, for previews and tests of views.
  ///
  /// ```swift
  /// AccountView(model: LoaderModel(state: .failed(LoadError(Offline()))))
  /// ```
  ///
  /// The intents of the model and of its ``loader`` do nothing. See
  /// <doc:HoldingALoaderInAView#V9-A-given-state>.
  ///
  /// - Parameter state: The state to draw.
  public convenience init<Request, Value, Failure>(state: Loadable<Value, Failure>)
  where Source == Loader<Request, Value, Failure> {
    self.init(Loader(closedIn: state))
  }

  /// Creates a model of a list that stays in a state, for previews and tests of views.
  ///
  /// ```swift
  /// let list = PagedList<_, _, LoadError>(key: "science", rows, append: .loading)
  /// PodcastsView(model: PagedModel<_, Int, _>(state: .loaded(list)))
  /// ```
  ///
  /// - Parameter state: The state to draw.
  public convenience init<Key, Cursor, Item, Failure>(
    state: Loadable<PagedList<Key, Item, Failure>, Failure>
  ) where Source == PagedLoader<Key, Cursor, Item, Failure> {
    self.init(PagedLoader(closedIn: state))
  }
}

extension LoaderModel: Observable {}

extension LoaderModel: @MainActor Described {
  package var objectText: ObjectText {
    ObjectText(
      isOfList ? "PagedModel" : "LoaderModel",
      name: named?.nameInText,
      request: named?.requestInText,
      state: "\(state)"
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": named?.nameInText, isOfList ? "key" : "request": named?.requestInText,
      "state": state,
    ]
  }

  private var isOfList: Bool { loader is any ListLoader }
  private var named: (any NamedObject)? { loader as? any NamedObject }
}

/// The policy for a load in flight when the last view that shows its loader disappears.
public enum DisappearPolicy: Sendable, Hashable {
  /// The load continues, and its value is available when the screen appears again.
  case continueLoading
  /// The load is cancelled and the state returns to the last settled one.
  ///
  /// The next `appear` loads again if needed.
  case cancelLoad
}

/// A ``LoaderModel`` of a ``ValueLoader``, for a view that observes it.
///
/// ```swift
/// @State private var profile: ValueModel<Profile>
/// ```
public typealias ValueModel<Value: Sendable> = LoaderModel<ValueLoader<Value>>

/// A ``LoaderModel`` of a ``RequestLoader``, for a view that observes it.
public typealias RequestModel<Request: Hashable & Sendable, Value: Sendable> = LoaderModel<
  RequestLoader<Request, Value>
>
