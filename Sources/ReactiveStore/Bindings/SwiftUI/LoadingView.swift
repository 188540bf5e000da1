#if canImport(SwiftUI)
public import ReactiveLoadable
public import SwiftUI

/// A view of a loadable feature: the child if one is visible, and the load or the failure.
///
/// ```swift
/// LoadingView(store.scope(state: \.books, action: .books), loading: genre) { books in
///   BooksView(books)
/// }
/// .failed { failure, retry in
///   Button("No \(genre). Try again", action: retry)
/// }
/// ```
///
/// The child's view retains its identity when a load replaces the child, and when a load fails. The
/// view of the load or of the failure is drawn over the child, or alone if no child is visible.
/// Pull to refresh reloads. By default a load is a progress view, and a failure is its error with
/// a button to retry.
///
/// The view retains the store that it is created with first; give a view of another store another
/// `id`. It is type-checked against stand-ins and has not been compiled or run on Apple platforms
/// yet.
public struct LoadingView<
  Request: Hashable & Sendable,
  Child: Sendable,
  ChildAction: Sendable,
  Content: View,
  Idle: View,
  Busy: View,
  Broken: View
>: View {
  /// The model of the feature, with the store of its child.
  public typealias Model = LoadingModel<Request, Child, ChildAction>
  /// The store of the child.
  public typealias ChildStore = Model.ChildStore

  @State private var model: Model
  private let request: Request?
  private let content: (ChildStore) -> Content
  private let notRequested: () -> Idle
  private let loading: (Loading<ChildStore, LoadError>) -> Busy
  private let failed:
    (Failed<ChildStore, LoadError>, _ retry: @escaping @MainActor () -> Void) -> Broken

  // A `State` cannot be read before the view is installed, so it is passed on unread.
  fileprivate init(
    _ model: State<Model>,
    _ request: Request?,
    _ content: @escaping (ChildStore) -> Content,
    _ notRequested: @escaping () -> Idle,
    _ loading: @escaping (Loading<ChildStore, LoadError>) -> Busy,
    _ failed: @escaping (Failed<ChildStore, LoadError>, @escaping @MainActor () -> Void) -> Broken
  ) {
    _model = model
    self.request = request
    self.content = content
    self.notRequested = notRequested
    self.loading = loading
    self.failed = failed
  }

  /// The child's view with the load or the failure over it.
  public var body: some View {
    LoadableView(model.state, content: content, notRequested: notRequested, loading: loading) {
      [model] in failed($0) { model.retry() }
    }
    .refreshable { [model] in await model.refresh() }
    .onAppear { appear() }
    .onChange(of: request) { appear() }
  }

  private func appear() {
    if let request { model.appear(loading: request) }
  }
}

// MARK: Making

extension LoadingView
where Idle == EmptyView, Busy == ActiveLoadView, Broken == FailedLoadView {
  /// Creates a view of a feature.
  ///
  /// - Parameters:
  ///   - store: The store of the feature.
  ///   - request: The request to load when the view appears, and when the request changes; `nil`
  ///     for none.
  ///   - content: Builds the view of the child.
  public init(
    _ store: Model.FeatureStore,
    loading request: Request? = nil,
    @ViewBuilder content: @escaping (ChildStore) -> Content
  ) {
    self.init(LoadingModel(store), request, content)
  }

  /// Creates a view of a feature, whose child store publishes only changes of the child.
  public init(
    _ store: Model.FeatureStore,
    loading request: Request? = nil,
    @ViewBuilder content: @escaping (ChildStore) -> Content
  ) where Child: Equatable {
    self.init(LoadingModel(store), request, content)
  }

  private init(
    _ model: Model,
    _ request: Request?,
    _ content: @escaping (ChildStore) -> Content
  ) {
    self.init(State(initialValue: model), request, content) {
      EmptyView()
    } _: {
      ActiveLoadView($0)
    } _: {
      FailedLoadView($0, retry: $1)
    }
  }
}

extension LoadingView {
  /// Returns the same view with another view before any request.
  ///
  /// - Parameter notRequested: Builds the view.
  /// - Returns: The view.
  public func notRequested<Other: View>(
    @ViewBuilder _ notRequested: @escaping () -> Other
  ) -> LoadingView<Request, Child, ChildAction, Content, Other, Busy, Broken> {
    .init(_model, request, content, notRequested, loading, failed)
  }

  /// Returns the same view with another view for a load.
  ///
  /// - Parameter loading: Builds the view, which is drawn over the previous child if there is one.
  /// - Returns: The view.
  public func loading<Other: View>(
    @ViewBuilder _ loading: @escaping (Loading<ChildStore, LoadError>) -> Other
  ) -> LoadingView<Request, Child, ChildAction, Content, Idle, Other, Broken> {
    .init(_model, request, content, notRequested, loading, failed)
  }

  /// Returns the same view with another view for a failure.
  ///
  /// - Parameter failed: Builds the view, which is drawn over the previous child if there is one.
  ///   Its second argument runs the failed request again.
  /// - Returns: The view.
  public func failed<Other: View>(
    @ViewBuilder _ failed:
      @escaping (Failed<ChildStore, LoadError>, _ retry: @escaping @MainActor () -> Void) -> Other
  ) -> LoadingView<Request, Child, ChildAction, Content, Idle, Busy, Other> {
    .init(_model, request, content, notRequested, loading, failed)
  }
}
#endif
