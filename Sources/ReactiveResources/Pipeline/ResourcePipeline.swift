import Foundation
import ReactiveLoadable

/// Decodes resources from bodies, which are fetched once for all their resources.
final class ResourcePipeline<Value: Sendable>: Sendable {
  let bodies: SharedBodies
  /// The store and the partial downloads of the fetcher.
  let storage: FetchStorage
  let cachedSizes = CachedSizes<Value>()
  let pendingReloads = PendingReloads()
  let elapsed: ElapsedTime
  private let number = Lock<UInt64>(0)
  let request: @Sendable (ResourceKey) -> ResourceRequest
  let decode: @Sendable (Data, ResourceKey) async throws -> Value

  init(
    _ bodies: SharedBodies,
    _ storage: FetchStorage,
    _ elapsed: ElapsedTime,
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest,
    decode: @escaping @Sendable (Data, ResourceKey) async throws -> Value
  ) {
    self.bodies = bodies
    self.storage = storage
    self.elapsed = elapsed
    self.request = request
    self.decode = decode
  }

  func load(
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Resource<Value> {
    // A removal of the body during the load applies to this size, too.
    cachedSizes.record(key)
    let resource = try await ResourceAttempt(pipeline: self, key, report).resource()
    cachedSizes.record(key)
    return resource
  }
}

// MARK: Timestamps

extension ResourcePipeline {
  var timestamp: ResourceTimestamp {
    ResourceTimestamp(number: number.withLock { $0 }, time: elapsed.now())
  }

  /// Returns the timestamp of the next resource, with its number.
  func next() -> ResourceTimestamp {
    let number = number.withLock { number in
      number += 1
      return number
    }
    return ResourceTimestamp(number: number, time: elapsed.now())
  }
}

// MARK: Other sizes

extension ResourcePipeline {
  /// Reloads the other sizes that were decoded from another version of a body.
  func refreshOtherSizes(of key: ResourceKey, _ request: ResourceRequest, decoded body: FetchedBody)
  {
    guard body.source == .network else { return }
    for other in cachedSizes.keys(of: key.path) where other != key {
      guard let resource = cachedSizes.latest(other), resource.request == request,
        !resource.isDecoded(from: body, request)
      else { continue }
      cachedSizes.refresh(other)
    }
  }
}
