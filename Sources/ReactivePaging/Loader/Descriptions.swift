import ReactiveLoading
import ReactiveRelays

// The texts and mirrors of objects, in the format of the article "Reading descriptions". They are made of
// copies of the state, outside the lock.

extension PagedLoader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The loader with its name, its key and its state.
  ///
  /// For instance `PagedLoader rows("swift"): loaded(20 items of swift, append idle)`.
  ///
  /// It is one line of at most 300 characters; long values are cut. Any thread may read it, also an
  /// observer.
  public var description: String { text.description }

  /// The description, the policy where it differs from the default, and the subscribers.
  public var debugDescription: String {
    text.debugDescription([storage.policyInWords, storage.states.source.subscribersInWords])
  }

  /// A mirror of the name, the key, the state, the policy and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(
      of: self,
      [
        "name": storage.loadPolicy.name, "key": key, "state": state,
        "policy": storage.policyInWords, "subscribers": storage.states.subscriberCount,
      ]
    )
  }

  private var text: ObjectText {
    ObjectText("PagedLoader", name: storage.loadPolicy.name, request: key, state: "\(state)")
  }

  private var key: Key? { storage.currentKey.flatMap { $0 is NoRequest ? nil : $0 } }
}

extension PagedLoader: NamedObject {
  package var nameInText: String? { storage.loadPolicy.name }
  package var requestInText: Any? { key }
}

extension PagedStorage {
  /// The settings that differ from the defaults, for a debugger.
  fileprivate var policyInWords: String? { policy.words(loadPolicy).policyText }
}

extension PagingPolicy: CustomStringConvertible {
  /// The name and the settings that differ from the defaults.
  ///
  /// For instance `PagingPolicy podcasts: retry 3 after 1 s, window of 4 pages`.
  ///
  /// It is one line of at most 300 characters. `PagingPolicy: defaults` has no such setting.
  public var description: String {
    resolved.words(load).described(as: "PagingPolicy", name: load.name)
  }
}

extension PagingPolicy.Resolved {
  /// The settings that differ from the defaults, after those of the policy of loads.
  fileprivate func words(_ load: LoadPolicy) -> [String?] {
    let (policy, standard) = (self, PagingPolicy().resolved)
    return [
      load.settingsInWords,
      policy.prefetchDistance == standard.prefetchDistance
        ? nil : "prefetch distance \(policy.prefetchDistance)",
      policy.emptyPageLimit == standard.emptyPageLimit
        ? nil : "at most \(policy.emptyPageLimit) empty pages",
      policy.window.map { "window of \($0) pages" },
      policy.cachedLists == standard.cachedLists ? nil : "\(policy.cachedLists) cached lists",
      policy.afterFailure == .waitForRetry ? nil : "after failure \(policy.afterFailure)",
    ]
  }
}

extension PageRequest: CustomStringConvertible {
  /// The key and the page, as in `"swift", first page` and `"swift", next page at 2`.
  public var description: String {
    let page =
      "\(direction) page\(cursor.map { " at \(shortText($0, limit: 60, isQuoted: true))" } ?? "")"
    return key is NoRequest ? page : "\(shortText(key, limit: 60, isQuoted: true)), \(page)"
  }
}

extension PagedRows: CustomStringConvertible, CustomReflectable {
  /// The rows with their state, as in `PagedRows(loading)`.
  public var description: String { "PagedRows(\(state))" }

  /// A mirror of the state and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(of: self, ["state": state, "subscribers": states.subscriberCount])
  }
}
