public import ReactiveLoadable

/// The state of a loadable feature without requests, by its reducer.
///
/// The names of a feature that is loaded as a whole are short:
///
/// ```swift
/// struct App: Reducer {
///   struct State: Sendable {
///     var library = LoadableStateOf<Library>()
///   }
///
///   enum Action: Sendable {
///     case library(LoadingActionOf<Library>)
///   }
///
///   let load: @Sendable () async throws -> Library.State
///
///   var body: some Reducer<State, Action> {
///     EmptyReducer()
///       .loadable(state: \.library, action: .library) {
///         Library()
///       } load: { _ in
///         try await load()
///       }
///   }
/// }
///
/// nonisolated extension CasePath<App.Action, LoadingActionOf<Library>> {
///   static let library = Self(App.Action.library) {
///     if case .library(let action) = $0 { action } else { nil }
///   }
/// }
/// ```
public typealias LoadableStateOf<Feature: Reducer> = LoadableState<NoRequest, Feature.State>

/// The state of a feature that is loaded for a request, by its reducer.
public typealias LoadableStateWith<Request: Hashable & Sendable, Feature: Reducer> = LoadableState<
  Request, Feature.State
>

/// The actions of a loadable feature without requests, by its reducer.
public typealias LoadingActionOf<Feature: Reducer> = LoadingAction<
  NoRequest, Feature.State, Feature.Action
>

/// The actions of a feature that is loaded for a request, by its reducer.
public typealias LoadingActionWith<Request: Hashable & Sendable, Feature: Reducer> = LoadingAction<
  Request, Feature.State, Feature.Action
>
