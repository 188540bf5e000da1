import ReactiveLoadable

/// A decoded resource, and where it came from for whoever shows it.
public struct Resource<Value: Sendable>: Sendable {
  /// What was decoded.
  public let value: Value
  /// What it is: while another size stands in for the one that was asked for, the key of that.
  public let key: ResourceKey
  /// Where it came from, so that only what came over the network need fade in (contract C5).
  public internal(set) var source: ResourceSource
  /// Whether it was stale already when it came: from the disk while it is revalidated, or in the place
  /// of an error.
  public let isStale: Bool

  /// How many resources of its loader were made up to it.
  let number: UInt64
  /// How the server was asked for the body that it is made of; `nil` of one that is made by hand.
  let request: ResourceRequest?
  /// What the server names that body by.
  let version: BodyVersion?
  let lifetime: CacheLifetime
  /// The moment until which it may be shown to those who come; `nil` for as long as it is there.
  let lastShowing: Duration?
}

extension Resource {
  /// Creates a resource that no loader has made, for a preview, or for a test of what draws it.
  ///
  /// - Parameters:
  ///   - value: What was decoded.
  ///   - key: What it is.
  ///   - source: Where it came from.
  ///   - isStale: Whether it was stale already when it came; not by default.
  public init(_ value: Value, key: ResourceKey, source: ResourceSource, isStale: Bool = false) {
    self.value = value
    self.key = key
    self.source = source
    self.isStale = isStale
    (number, request, version, lifetime, lastShowing) = (0, nil, nil, CacheLifetime(), nil)
  }
}

extension Resource {
  /// Whether it may be shown to who comes now.
  func mayBeShown(at now: Duration) -> Bool { lastShowing.map { now < $0 } ?? true }

  /// Whether it is made of this body, or of one with the same bytes.
  func isMade(of body: FetchedBody, _ request: ResourceRequest) -> Bool {
    self.request == request && body.isVersion(version)
  }

  /// As whoever sees it for whom it was there.
  var fromMemory: Self {
    var resource = self
    resource.source = .memory
    return resource
  }
}

/// Where a resource came from.
public enum ResourceSource: String, Sendable, Hashable, CaseIterable {
  /// It was there.
  case memory
  /// It was kept from before, and is still right.
  case disk
  /// It came over the network.
  case network
}

extension Resource: Equatable where Value: Equatable {
  /// Whether both are the same value of the same key, from the same source.
  public static func == (one: Resource, another: Resource) -> Bool {
    one.value == another.value && one.key == another.key && one.source == another.source
      && one.isStale == another.isStale
  }
}

extension Resource: Hashable where Value: Hashable {
  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(key)
    hasher.combine(source)
    hasher.combine(isStale)
  }
}
