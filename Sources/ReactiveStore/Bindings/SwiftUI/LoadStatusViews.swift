#if canImport(SwiftUI)
import Foundation
import ReactiveLoadable
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

/// The default view of a load in a ``LoadingView``: a progress view, and nothing during a refresh.
public struct ActiveLoadView: View {
  private let isRefreshing: Bool

  /// Creates the view of a load.
  ///
  /// - Parameter load: The running load, with its cause and the previous child.
  public init<Request, Shown>(_ load: ActiveLoad<Request, Shown>) {
    isRefreshing = load.isRefreshing
  }

  /// A progress view, unless a visible child is refreshed.
  public var body: some View {
    if !isRefreshing { ProgressView() }
  }
}

/// The default view of a failure in a ``LoadingView``: the error, and a button to retry.
public struct FailedLoadView: View {
  private let error: LoadError
  private let retry: @MainActor () -> Void

  /// Creates the view of a failure.
  ///
  /// - Parameters:
  ///   - failure: The failed load.
  ///   - retry: Runs the failed request again.
  public init<Request, Shown>(
    _ failure: FailedLoad<Request, Shown>,
    retry: @escaping @MainActor () -> Void
  ) {
    error = failure.error
    self.retry = retry
  }

  /// The error above the button.
  public var body: some View {
    VStack {
      Text(error.localizedDescription)
      Button("Try again", action: retry)
    }
  }
}
#endif
