import Foundation
import ReactiveLoadable

/// A long download: it shows how far it is, and a cancel goes back to what was there before.
@MainActor
final class EpisodeModel {
  private let episode: Loader<NoRequest, Data, APIError>

  /// What the screen draws.
  var states: ReadOnlyRelay<Loadable<Data, APIError>> { episode.states }

  init(
    fetch:
      @escaping @Sendable (
        _ progress: @escaping Transport.Progress
      ) async throws(APIError) -> Data
  ) {
    episode = Loader(policy: .api) {
      (report: LoadReporter<Data>) async throws(APIError) -> Data in
      try await fetch { report.progress(completed: $0, of: $1) }
    }
  }

  /// Downloads it, also once more.
  @discardableResult
  func download() -> LoadTask<Data, APIError> { episode.load() }

  /// Stops, which closes the connection.
  func cancel() { episode.cancel() }
}
