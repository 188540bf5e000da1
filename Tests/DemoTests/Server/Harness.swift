import Foundation

@testable import Demo

/// Runs the body against a separate server and stops it afterwards, also after an error.
@discardableResult
func withServer<R>(
  plan: ResponsePlan = ResponsePlan(),
  clock: any Clock<Duration> = ContinuousClock(),
  _ body: (DemoServer, API) async throws -> R
) async throws -> R {
  let server = try await DemoServer.start(catalogue: .bundled(), plan: plan, clock: clock)
  do {
    let result = try await body(server, API(baseURL: server.baseURL))
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// A clock on which every sleep ends immediately; it records their durations.
actor NotingClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private(set) var sleeps: [Duration] = []
  nonisolated let start = ContinuousClock.now
  nonisolated var now: Instant { start }
  nonisolated var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleeps.append(start.duration(to: deadline))
  }
}

extension API {
  func posterURL(of movie: Movie, _ size: PosterSize) -> URL {
    baseURL.appending(path: movie.posterPath(size))
  }
}
