import Foundation
import ReactiveLoadable

/// Makes resources from bodies, which are fetched once for all their resources.
final class ResourceMaking<Value: Sendable>: Sendable {
  let bodies: SharedBodies
  let atHand = ResourcesAtHand<Value>()
  let wishes = ReloadWishes()
  let elapsed: ElapsedTime
  private let made = Lock<UInt64>(0)
  let request: @Sendable (ResourceKey) -> ResourceRequest
  let decode: @Sendable (Data, ResourceKey) async throws -> Value

  init(
    _ bodies: SharedBodies,
    _ elapsed: ElapsedTime,
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest,
    decode: @escaping @Sendable (Data, ResourceKey) async throws -> Value
  ) {
    self.bodies = bodies
    self.elapsed = elapsed
    self.request = request
    self.decode = decode
  }

  func make(
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Resource<Value> {
    let resource = try await ResourceAttempt(making: self, key, report).resource()
    atHand.note(key)
    return resource
  }
}

// MARK: Moments

extension ResourceMaking {
  var moment: ResourceMoment { ResourceMoment(made: made.withLock { $0 }, time: elapsed.now()) }

  /// Returns the time at which another resource is made, and its number.
  func next() -> ResourceMoment {
    let number = made.withLock { made in
      made += 1
      return made
    }
    return ResourceMoment(made: number, time: elapsed.now())
  }
}

// MARK: Other sizes

extension ResourceMaking {
  /// Reloads the other sizes that were decoded from another version of a body.
  func renewOtherSizes(of key: ResourceKey, _ request: ResourceRequest, made body: FetchedBody) {
    guard body.source == .network else { return }
    for other in atHand.keys(of: key.path) where other != key {
      guard let resource = atHand.latest(other), resource.request == request,
        !resource.isMade(of: body, request)
      else { continue }
      atHand.renew(other)
    }
  }
}
