import Foundation
import ReactiveLoadable

/// Decodes resources from bodies, which are fetched once for all their resources.
final class ResourcePipeline<Value: Sendable>: Sendable {
  let bodies: SharedBodies
  /// The store and the partial downloads of the fetcher.
  let storage: FetchStorage
  let cachedSizes = CachedSizes<Value>()
  let pendingReloads = PendingReloads()
  let outdated = OutdatedResources()
  let resets = ResetCount()
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
    let attempt = ResourceAttempt(pipeline: self, key: key, request: request(key), report: report)
    let resource = try await attempt.resource()
    cachedSizes.record(key)
    return resource
  }

  /// The number of resources that were loaded.
  var count: UInt64 { number.withLock { $0 } }

  var timestamp: ResourceTimestamp { (count, elapsed.now()) }

  /// Returns the timestamp of the next resource, with its number.
  func next() -> ResourceTimestamp {
    let number = number.withLock { number in
      number += 1
      return number
    }
    return (number, elapsed.now())
  }

  /// Reloads the other sizes that were decoded from another version of a body.
  func refreshOtherSizes(of key: ResourceKey, _ request: ResourceRequest, decoded body: FetchedBody)
  {
    guard body.source == .network else { return }
    for other in cachedSizes.keys(of: key.path) where other != key {
      guard let resource = cachedSizes.latest(other), resource.origin?.request == request,
        !resource.isDecoded(from: body, request)
      else { continue }
      cachedSizes.refresh(other)
    }
  }
}

/// The number of resets of a loader.
final class ResetCount: Sendable {
  private let count = Lock(0)

  var value: Int { count.withLock { $0 } }

  func increase() { count.withLock { $0 += 1 } }
}

/// The keys whose resources a scope has marked as stale: their next load must send a request.
final class OutdatedResources: Sendable {
  private struct State {
    var numbers: [ResourceKey: UInt] = [:]
    var last: UInt = 0
  }

  private let state = Lock(State())

  /// The number of the last mark of a key; `nil` for a key that is not marked.
  subscript(key: ResourceKey) -> UInt? { state.withLock { $0.numbers[key] } }

  func insert(_ key: ResourceKey) {
    state.withLock { state in
      state.last += 1
      state.numbers[key] = state.last
    }
  }

  /// Removes a mark after the server has responded, unless a later one has followed.
  func remove(_ key: ResourceKey, _ number: UInt?) {
    guard let number else { return }
    state.withLock { if $0.numbers[key] == number { $0.numbers[key] = nil } }
  }

  func removeAll() { state.withLock { $0.numbers = [:] } }
}

/// The refreshes that no response has served yet: their keys and the interests that requested them.
final class PendingReloads: Sendable {
  private let pendingReloads = Lock<[ResourceKey: Set<ObjectIdentifier>]>([:])

  /// Returns true if the load that runs or is next must send a request.
  func contains(_ key: ResourceKey) -> Bool { pendingReloads.withLock { $0[key] != nil } }

  func insert(_ key: ResourceKey, by id: ObjectIdentifier) {
    pendingReloads.withLock { _ = $0[key, default: []].insert(id) }
  }

  /// Withdraws the refresh of one interest; those of others stay pending.
  func remove(_ key: ResourceKey, by id: ObjectIdentifier) {
    pendingReloads.withLock { pendingReloads in
      pendingReloads[key]?.remove(id)
      if pendingReloads[key]?.isEmpty ?? false { pendingReloads[key] = nil }
    }
  }

  /// Completes the refreshes of a key after the server has responded.
  func complete(_ key: ResourceKey) { pendingReloads.withLock { $0[key] = nil } }

  func removeAll() { pendingReloads.withLock { $0 = [:] } }
}
