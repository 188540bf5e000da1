#if canImport(SwiftUI)
import Foundation
import ReactiveLoadable
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

/// What a ``LoadingView`` draws of a load by default: a progress view, and nothing of a refresh.
public struct ActiveLoadView: View {
  private let isRefreshing: Bool

  /// Creates the view of a load.
  ///
  /// - Parameter load: What loads.
  public init<Request, Shown>(_ load: ActiveLoad<Request, Shown>) {
    isRefreshing = load.isRefreshing
  }

  /// A progress view, unless a child shows that is brought up to date.
  public var body: some View {
    if !isRefreshing { ProgressView() }
  }
}

/// What a ``LoadingView`` draws of a failure by default: the error, and a button to try again.
public struct FailedLoadView: View {
  private let error: LoadError
  private let retry: @MainActor () -> Void

  /// Creates the view of a failure.
  ///
  /// - Parameters:
  ///   - failure: What has failed.
  ///   - retry: Tries again.
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
