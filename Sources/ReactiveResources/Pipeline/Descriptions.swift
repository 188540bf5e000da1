import Foundation
import ReactiveLoadable

// The texts and mirrors of objects, in the format of the article "Reading descriptions". They are made of
// copies of the state, outside the locks.

extension ResourceLoader: CustomStringConvertible, CustomReflectable {
  /// The loader with its name, the number of its values and of the keys in use.
  ///
  /// For instance `ResourceLoader posters: 12 cached, 3 active keys`.
  public var description: String {
    "ResourceLoader\(resources.description.dropFirst("LoaderCache".count))"
  }

  /// A mirror of the cache of the values.
  public var customMirror: Mirror { Mirror(of: self, ["resources": resources]) }
}

extension ResourceLoader: NamedObject {
  package var nameInText: String? { resources.nameInText }
  package var requestInText: Any? { nil }
}

extension ResourceInterest: CustomStringConvertible, CustomReflectable {
  /// The interest with its key and its state, as in `ResourceInterest(heat.jpg@92): loading`.
  public var description: String {
    ObjectText("ResourceInterest(\(shortText("\(key)", limit: 60)))", state: "\(state)").description
  }

  /// A mirror of the key, the state and the priority.
  public var customMirror: Mirror {
    Mirror(of: self, ["key": key, "state": state, "priority": priority, "isHit": isHit])
  }
}

extension ResourceFetcher: CustomStringConvertible, CustomReflectable {
  /// The counts of the fetches, as in `ResourceFetcher: 3 requests, 1 hit`.
  public var description: String {
    "ResourceFetcher: \(counted(counts.requests, "request")), \(counted(counts.hits, "hit"))"
  }

  /// A mirror of the counts and the limits, without the store, the transport and partial downloads.
  public var customMirror: Mirror {
    Mirror(
      ofValue: self,
      [
        "counts": counts, "staleUse": policy.staleUse, "sizeLimit": policy.sizeLimit,
        "resuming": policy.resuming, "redirects": policy.redirects,
      ]
    )
  }
}

extension MemoryTransport: CustomStringConvertible, CustomReflectable {
  /// The number of its requests, as in `MemoryTransport: 2 requests`.
  public var description: String { "MemoryTransport: \(counted(requests.count, "request"))" }

  /// A mirror of the last ten exchanges.
  public var customMirror: Mirror { Mirror(of: self, ["exchanges": Array(exchanges.suffix(10))]) }
}

extension URLSessionTransport: CustomStringConvertible, CustomReflectable {
  /// The name of the type: `URLSessionTransport`.
  public var description: String { "URLSessionTransport" }

  /// A mirror without parts, because the configuration of a session may contain credentials.
  public var customMirror: Mirror { Mirror(of: self, [:]) }
}

extension MemoryStore: CustomStringConvertible, CustomReflectable {
  /// The number and the size of its records, as in `MemoryStore: 3 records, 1200 of 64000 bytes`.
  public var description: String {
    "MemoryStore: \(counted(count, "record")), \(bytes) of \(sizeLimit) bytes"
  }

  /// A mirror of the number and the size of the records.
  public var customMirror: Mirror {
    Mirror(of: self, ["count": count, "bytes": bytes, "sizeLimit": sizeLimit])
  }
}

extension DiskCache: CustomStringConvertible, CustomReflectable {
  /// The last component of its folder, and its size, as in `DiskCache covers: 1200 of 50000 bytes`.
  public var description: String {
    let size = "\(statistics.bytes) of \(policy.sizeLimit) bytes"
    return ObjectText("DiskCache", name: folder.lastPathComponent, state: size).description
  }

  /// A mirror of the folder, the statistics and the limits.
  public var customMirror: Mirror {
    Mirror(of: self, ["folder": folder.path, "statistics": statistics, "policy": policy])
  }
}
