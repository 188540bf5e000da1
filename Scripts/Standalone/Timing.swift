// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A package with types of its own that are named like those of ReactiveLoadable.

public enum Loadable<Value: Equatable & Sendable>: Equatable, Sendable {
  case idle
  case busy
  case done(Value)
}

public enum LoadState: Equatable, Sendable { case on, off }

public struct Relay: Equatable, Sendable {
  public init() {}
}

public struct Elements: Equatable, Sendable {
  public init() {}
}

/// Loads on request, and publishes its state.
public final class Loader: Sendable {
  public let states: AsyncStream<Loadable<String>>
  private let continuation: AsyncStream<Loadable<String>>.Continuation
  private let load: @Sendable () async throws -> String

  public init(load: @escaping @Sendable () async throws -> String) {
    (states, continuation) = AsyncStream.makeStream()
    self.load = load
    continuation.yield(.idle)
  }

  public func start() async {
    continuation.yield(.busy)
    if let value = try? await load() { continuation.yield(.done(value)) }
  }
}

/// Counts at an interval, on a clock.
public func ticks(every interval: Duration, on clock: some Clock<Duration>) -> AsyncStream<Int> {
  AsyncStream { continuation in
    let task = Task {
      for number in 1... {
        do { try await clock.sleep(for: interval) } catch { break }
        continuation.yield(number)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
