import ReactiveLoadable

/// A decoded value, such as an image, with its key and its source: memory, disk or network.
public struct Resource<Value: Sendable>: Sendable {
  /// The decoded value.
  public let value: Value
  /// The key of the value.
  ///
  /// While another size is the stand-in, this is the key of that size.
  public let key: ResourceKey
  /// The source of the value: memory, disk or network.
  ///
  /// Only a value from the network needs to fade in. See <doc:LoadingResources#G1-Source>.
  public internal(set) var source: ResourceSource
  /// A Boolean value that indicates whether the value was stale when it was published.
  ///
  /// It is true for a value that is shown during its revalidation, and for a stale response that is
  /// used without one, for instance by `stale-if-error`.
  public let isStale: Bool

  /// `nil` for a resource that no loader has loaded.
  let origin: ResourceOrigin?
}

/// The load of a resource: its body, and how long it may be shown.
///
/// It is an object, because a state with a resource is copied often.
final class ResourceOrigin: Sendable {
  /// The number of resources that the loader had loaded, this one included.
  let number: UInt64
  /// The request for the body.
  let request: ResourceRequest
  /// The version of the body, if the server sent an `ETag`.
  let version: BodyVersion?
  let lifetime: CacheLifetime
  /// The time until which new interests may show it; `nil` while it is in memory.
  let showableUntil: Duration?

  init(_ body: FetchedBody, of request: ResourceRequest, at timestamp: ResourceTimestamp) {
    number = timestamp.number
    self.request = request
    version = body.version
    let asksAgain = request.cachePolicy == .storeThenNetwork
    lifetime = body.lifetime(at: timestamp.time)
      .orShorter(CacheLifetime(freshness: asksAgain ? .never : .forever))
    showableUntil = body.showableUntil(at: timestamp.time)
  }

  /// True while a new interest may show it.
  func isShowable(at now: Duration) -> Bool { showableUntil.map { now < $0 } ?? true }
}

extension Resource {
  /// Creates a resource without a loader from its properties, for a preview or a test of a view.
  public init(_ value: Value, key: ResourceKey, source: ResourceSource, isStale: Bool = false) {
    self.value = value
    self.key = key
    self.source = source
    self.isStale = isStale
    origin = nil
  }

  /// Returns true if it was decoded from this body, or from the same bytes.
  func isDecoded(from body: FetchedBody, _ request: ResourceRequest) -> Bool {
    origin?.request == request && body.isVersion(origin?.version)
  }

  /// The same resource with memory as its source.
  var fromMemory: Self {
    var resource = self
    resource.source = .memory
    return resource
  }
}

/// The source of a resource.
public enum ResourceSource: String, Sendable, Hashable, CaseIterable {
  /// The value or its body was in memory.
  case memory
  /// The stored response was used: fresh, stale, or confirmed by a 304.
  case disk
  /// The body was downloaded.
  case network
}

extension Resource: Equatable where Value: Equatable {
  /// Returns true if values, keys, sources and `isStale` are equal.
  public static func == (one: Resource, another: Resource) -> Bool {
    one.value == another.value && one.key == another.key && one.source == another.source
      && one.isStale == another.isStale
  }
}

extension Resource: Hashable where Value: Hashable {
  /// Hashes the value, the key, the source and `isStale`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(key)
    hasher.combine(source)
    hasher.combine(isStale)
  }
}

// Reports, logs and debuggers print resources again and again, of which the parts matter that
// are compared.
extension Resource: CustomStringConvertible, CustomReflectable {
  /// The key, the value and the source, as in `heat.jpg@92 Poster(name: "Heat") from network`.
  public var description: String {
    let value = value is String ? String(reflecting: value) : fullText(value)
    return "\(key) \(value) from \(source)\(isStale ? ", stale" : "")"
  }

  /// The value labeled with its key, the source, and `isStale` if it is true.
  public var customMirror: Mirror {
    var parts: [Mirror.Child] = [(key.description, value), ("from", source)]
    if isStale { parts.append(("isStale", true)) }
    return Mirror(self, children: parts, displayStyle: .tuple)
  }
}
