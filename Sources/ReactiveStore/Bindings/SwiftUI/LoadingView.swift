#if canImport(SwiftUI)
public import SwiftUI

/// A view of a feature that has to be loaded first: the child's where one shows, and what its loading says.
///
/// ```swift
/// LoadingView(store.scope(state: \.books, action: .books), loading: genre) { books in
///   BooksView(books)
/// }
/// .failure { failure, retry in
///   Button("No \(failure.request). Try again", action: retry)
/// }
/// ```
///
/// The child's view stays what it is while a load brings its next value, and when that fails; the view of
/// the load or of the failure is drawn over it then, and in its place where no child shows. A pull
/// refreshes. By default a load is a progress view, and a failure is its error with a button to try again.
///
/// It keeps the store that it was made with first; for another one give it another `id`. Not compiled or
/// run on Apple platforms yet, only type-checked against stand-ins.
public struct LoadingView<
  Request: Hashable & Sendable,
  Child: Sendable,
  ChildAction: Sendable,
  Content: View,
  Pending: View,
  Active: View,
  Failure: View
>: View {
  /// What is shown, and the store of its child.
  public typealias Model = LoadingModel<Request, Child, ChildAction>
  /// The store of the child.
  public typealias ChildStore = Model.ChildStore
  /// A load that is at work.
  public typealias Load = ActiveLoad<Request, ChildStore>
  /// A load that has failed.
  public typealias Failed = FailedLoad<Request, ChildStore>

  @State private var model: Model
  private let request: Request?
  private let content: (ChildStore) -> Content
  private let pending: () -> Pending
  private let active: (Load) -> Active
  private let failure: (Failed, _ retry: @escaping @MainActor () -> Void) -> Failure

  // A state that is not on screen yet cannot be read, so it is handed on as it is.
  fileprivate init(
    _ model: State<Model>,
    _ request: Request?,
    _ content: @escaping (ChildStore) -> Content,
    _ pending: @escaping () -> Pending,
    _ active: @escaping (Load) -> Active,
    _ failure: @escaping (Failed, @escaping @MainActor () -> Void) -> Failure
  ) {
    _model = model
    self.request = request
    self.content = content
    self.pending = pending
    self.active = active
    self.failure = failure
  }

  /// The child's view, and what its loading says over it.
  public var body: some View {
    ZStack {
      if let child = model.stage.shown { content(child) }
      switch model.stage {
      case .pending: pending()
      case .active(let load): active(load)
      case .failure(let failed): failure(failed) { [model] in model.retry() }
      case .loaded: EmptyView()
      }
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
where Pending == EmptyView, Active == ActiveLoadView, Failure == FailedLoadView {
  /// Creates a view of a feature.
  ///
  /// - Parameters:
  ///   - store: The feature.
  ///   - request: What to load when the view appears, and when that changes; `nil` for nothing.
  ///   - content: Builds the view of the child.
  public init(
    _ store: Model.FeatureStore,
    loading request: Request? = nil,
    @ViewBuilder content: @escaping (ChildStore) -> Content
  ) {
    self.init(LoadingModel(store), request, content)
  }

  /// Creates a view of a feature, whose child tells its own changes only.
  ///
  /// - Parameters:
  ///   - store: The feature.
  ///   - request: What to load when the view appears, and when that changes; `nil` for nothing.
  ///   - content: Builds the view of the child.
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
  /// The same view with another one for what nobody has asked for.
  ///
  /// - Parameter pending: Builds it.
  /// - Returns: The view.
  public func pending<Other: View>(
    @ViewBuilder _ pending: @escaping () -> Other
  ) -> LoadingView<Request, Child, ChildAction, Content, Other, Active, Failure> {
    LoadingView<Request, Child, ChildAction, Content, Other, Active, Failure>(
      _model,
      request,
      content,
      pending,
      active,
      failure
    )
  }

  /// The same view with another one for a load.
  ///
  /// - Parameter active: Builds it, to be drawn over the previous child if there is one.
  /// - Returns: The view.
  public func active<Other: View>(
    @ViewBuilder _ active: @escaping (Load) -> Other
  ) -> LoadingView<Request, Child, ChildAction, Content, Pending, Other, Failure> {
    LoadingView<Request, Child, ChildAction, Content, Pending, Other, Failure>(
      _model,
      request,
      content,
      pending,
      active,
      failure
    )
  }

  /// The same view with another one for a failure.
  ///
  /// - Parameter failure: Builds it, to be drawn over the previous child if there is one; it is given what
  ///   tries again, too.
  /// - Returns: The view.
  public func failure<Other: View>(
    @ViewBuilder _ failure:
      @escaping (Failed, _ retry: @escaping @MainActor () -> Void) -> Other
  ) -> LoadingView<Request, Child, ChildAction, Content, Pending, Active, Other> {
    LoadingView<Request, Child, ChildAction, Content, Pending, Active, Other>(
      _model,
      request,
      content,
      pending,
      active,
      failure
    )
  }
}
#endif
