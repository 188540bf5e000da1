public import CombineShim

/// How short the system is of memory.
public enum MemoryPressure: Sendable, Hashable {
  /// Short: a cache lets half of what it may keep go.
  case warning
  /// So short that programs may be ended: a cache lets all go that is not shown.
  case critical

  /// The part of its limits that a cache keeps.
  public var share: Double {
    switch self {
    case .warning: 0.5
    case .critical: 0
    }
  }
}

extension LoaderCache {
  /// Lets values go whenever memory is short, for as long as the cache lives; what is shown stays.
  ///
  /// ```swift
  /// posters.trim(on: MemoryPressure.system)      // on Apple platforms
  /// posters.trim(on: pressures)                    // elsewhere: a relay that you feed
  /// ```
  ///
  /// - Parameter pressures: Tells how short memory is; subscribed at once.
  public func trim(on pressures: some Publisher<MemoryPressure, Never>) {
    storage.streams.own(pressures) { [weak storage] in storage?.trim(to: $0.share) }
  }

  /// Trims another cache, too, with one subscription: neither runs under a lock of a shared publisher.
  ///
  /// - Parameters:
  ///   - pressures: Publishes how short memory is; subscribed at once, for as long as this cache lives.
  ///   - other: The other cache, trimmed after this one while it lives.
  package func trim<OtherKey, OtherValue, OtherFailure>(
    on pressures: some Publisher<MemoryPressure, Never>,
    with other: LoaderCache<OtherKey, OtherValue, OtherFailure>
  ) {
    storage.streams.own(pressures) { [weak storage, weak other = other.storage] pressure in
      storage?.trim(to: pressure.share)
      other?.trim(to: pressure.share)
    }
  }
}
