#if canImport(SwiftUI)
import Foundation
import ReactiveLoadable
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

/// The default view of a load in a ``LoadingView``: a progress view, and nothing during a refresh.
public struct ActiveLoadView: View {
  private let isRefreshing: Bool

  init<Shown>(_ load: Loading<Shown, LoadError>) {
    isRefreshing = load.cause == .refresh && load.previous != nil
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

  init<Shown>(
    _ failure: Failed<Shown, LoadError>,
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
