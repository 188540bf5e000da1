import ReactiveLoading
import ReactiveRelays

// The texts and mirrors of objects, in the format of the article "Reading descriptions". They are made of
// copies of the state, outside the lock.

extension LoaderCache: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cache with its name, the number of its values and of the keys in use.
  ///
  /// For instance `LoaderCache images: 12 cached, 3 active keys`.
  ///
  /// It is one line of at most 300 characters. Any thread may read it, also an observer.
  public var description: String { text.description }

  /// The description, the limits, and the policy of loads where it differs from the default.
  public var debugDescription: String {
    let limits = limits
    let cost = limits.cost.map { ", cost \(statistics.cost) of \($0)" } ?? ""
    let time = limits.timeToLive.map { ", time to live \($0.inWords)" } ?? ""
    return text.debugDescription(["limit \(limits.count)\(cost)\(time)", storage.loading.inWords])
  }

  /// A mirror of the name, the statistics, ten keys, the limits and the policy of loads.
  public var customMirror: Mirror {
    Mirror(
      of: self,
      [
        "name": storage.policy.loading.name ?? CacheStorage<Key, Value, Failure>.defaultName,
        "statistics": statistics,
        "keys": storage.firstKeys(10), "limits": limits, "policy": storage.loading.inWords,
      ]
    )
  }

  private var text: ObjectText {
    let statistics = statistics
    let keys = statistics.activeKeys == 1 ? "key" : "keys"
    return ObjectText(
      "LoaderCache",
      name: storage.policy.loading.name,
      state: "\(statistics.count) cached, \(statistics.activeKeys) active \(keys)"
    )
  }
}

extension LoaderCache: NamedObject {
  package var nameInText: String? { storage.policy.loading.name }
  package var requestInText: Any? { nil }
}

extension CachePolicy: CustomStringConvertible {
  /// The name and the settings that differ from the defaults.
  ///
  /// For instance `CachePolicy images: count 4, retry 3 after 1 s`.
  ///
  /// It is one line of at most 300 characters. `CachePolicy: defaults` has no such setting.
  public var description: String {
    let standard = CachePolicy()
    let words: [String?] = [
      count == standard.count ? nil : "count \(count)",
      cost.map { "cost \($0.limit)" },
      timeToLive.map { "time to live \($0.inWords)" },
      lifetime == nil ? nil : "lifetimes",
      grace == standard.grace ? nil : "grace \(grace.inWords)",
      loading.settingsInWords,
    ]
    return words.described(as: "CachePolicy", name: loading.name)
  }
}

extension LoadInterest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The interest with the name of its cache, its key and its state.
  ///
  /// For instance `LoadInterest images(7): loading`.
  ///
  /// It is one line of at most 300 characters; long values are cut. Any thread may read it, also an
  /// observer.
  public var description: String { text.description }

  /// The description, the priority or the end of the interest, and a hit in the cache.
  public var debugDescription: String {
    text.debugDescription([
      hasEnded ? "ended" : "priority \(priority)", isHit ? "hit" : nil,
    ])
  }

  /// A mirror of the key, the state and the priority.
  public var customMirror: Mirror {
    Mirror(
      of: self,
      ["key": key, "state": state, "priority": priority, "isHit": isHit, "hasEnded": hasEnded]
    )
  }

  private var text: ObjectText {
    ObjectText("LoadInterest", name: cacheName, request: key, state: "\(state)")
  }
}
