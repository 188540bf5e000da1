public import CombineShim
import ReactiveRelays

/// A level of memory pressure of the system.
public enum MemoryPressure: Sendable, Hashable {
  /// Memory is low: a cache trims itself to half of its limits.
  case warning
  /// The system may terminate processes: a cache evicts all values, except those that rows show.
  case critical

  /// The share of its limits that a cache may use.
  public var share: Double {
    switch self {
    case .warning: 0.5
    case .critical: 0
    }
  }
}

extension LoaderCache {
  /// Evicts values whenever memory is low; rows keep the values that they show.
  ///
  /// ```swift
  /// posters.trim(on: MemoryPressure.system)      // on Apple platforms
  /// posters.trim(on: pressures)                    // elsewhere: a relay of the app
  /// ```
  ///
  /// - Parameter pressures: A publisher of the memory pressure. The cache subscribes immediately,
  ///   for its lifetime.
  public func trim(on pressures: some Publisher<MemoryPressure, Never>) {
    storage.streams.own(pressures) { [weak storage] in storage?.trim(to: $0.share) }
  }

  /// Trims this cache and another one whenever memory is low, with one subscription.
  ///
  /// Neither trim runs under a lock of a shared publisher. The other cache is not retained.
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
