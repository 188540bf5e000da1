import CombineShim
public import Observation

/// The state of a loader for views that observe it, on the main actor, with the intents they have.
///
/// The situation: a screen shows an account. It loads when the screen appears, once, and when it is
/// pulled. The view draws ``state``, and nothing else is kept:
///
/// ```swift
/// let model = LoaderModel(Loader { try await api.account() })
///
/// model.appear()           // loads once, however often the view appears
/// draw(model.state)        // observed: a change draws the view anew
/// await model.refresh()    // pull to refresh: the old rows stay meanwhile
/// ```
///
/// The current state is there when the model is made, and every change follows in order. One that
/// begins on the main actor shows when the intent returns, another one a hop later (V2, V5).
///
/// The model keeps its loader, and the loader does not keep the model: dropping the model ends the
/// work if nobody else has the loader (V8).
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
/// The same model holds a list that loads page by page; see ``PagedModel``. For views that observe an
/// `ObservableObject` there is ``LoaderObject``.
@MainActor @Observable
public final class LoaderModel<Source: StateLoader>: LoaderHolder {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public private(set) var state: Loadable<Source.Value, Source.Failure>

  /// The loader, and the screens that show it.
  public let appearances: LoaderAppearances<Source>

  @ObservationIgnored private var subscription: AnyCancellable?

  /// Creates a model that shows the state of a loader at once.
  ///
  /// - Parameters:
  ///   - loader: What is loaded. The model keeps it; it may be shared with others.
  ///   - onDisappear: What happens to the load when the last view has left; by default it goes on.
  public init(_ loader: Source, onDisappear: DisappearPolicy = .continueLoading) {
    appearances = LoaderAppearances(loader, onDisappear: onDisappear)
    state = loader.state
    subscription = loader.states.sinkOnMainActor { [weak self] in self?.state = $0 }
  }
}
