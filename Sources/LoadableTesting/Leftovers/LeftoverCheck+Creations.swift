import MarbleTesting
import ReactiveLoading
import ReactiveRelays

// What a check records of the objects that the layers create.

extension LeftoverCheck: CreationObserver {
  func created(_ object: AnyObject, of owner: AnyObject?, for request: AnyObject?) {
    switch object {
    case let relay as RelayCore:
      // With a known scope, the relay of a key was recorded at its creation.
      if owner == nil || Self.scopeIsUnknown, covers(owner) { note(relay) }
    case let target as RelayTarget where covers(owner): note(target, of: owner as? RelayCore)
    case let load as RunningLoad:
      if covers(load.owner.object?.statesRelay) { note(load, request as? AnyBox) }
    case let wait as LoadWait:
      guard let load = owner as? RunningLoad, covers(load.owner.object?.statesRelay) else { return }
      note(wait, for: load)
    case is FailedRun: if covers(nil) { noteFailedRun() }
    default: break
    }
  }

  private static var scopeIsUnknown: Bool { if case .unknown = scope { true } else { false } }

  /// Returns true if this check covers what the current code creates for a relay.
  private func covers(_ relay: AnyObject?) -> Bool {
    switch Self.scope {
    case .checked(let check): check === self
    case .ignored: false
    // Outside the task of a test, an object belongs to the check that covers its relay.
    case .unknown: relay.map(hasCreated) ?? false
    }
  }

  private func note(_ relay: RelayCore) {
    noteRelay(relay)
    // The states of a loader show what it does; its loads are recorded.
    if relay.creationSite.isOfLibrary { return }
    // Its text has its place.
    note(
      Leftover(.relay, of: ObservedObject(relay), source: nil) { [weak relay] in
        relay?.showsLoading ?? false
      } text: { [weak relay] in
        relay.map { "\($0.text), which shows loading" } ?? "a relay that shows loading"
      }
    )
  }

  private func note(_ target: RelayTarget, of relay: RelayCore?) {
    note(
      Leftover(.subscription, of: ObservedObject(target), source: .current) {
        [weak relay, weak target] in
        guard let relay, let target else { return false }
        return relay.contains(target)
      } text: { [weak relay] in
        relay.map { "a subscription of \($0.textWithSubscribers)" } ?? "a subscription"
      }
    )
  }

  private func note(_ load: RunningLoad, _ request: AnyBox?) {
    let (id, owner) = (ObjectIdentifier(load), load.owner)
    note(
      Leftover(.load, of: ObservedObject(load), load: id, source: .current) { [weak load] in
        load?.isInFlight ?? false
      } text: { [weak request] in
        "a load of \(owner.object?.description ?? "a loader")\(request?.requestText ?? "")"
      }
    )
  }

  private func note(_ wait: LoadWait, for load: RunningLoad) {
    let id = ObjectIdentifier(load)
    note(
      Leftover(.wait, of: ObservedObject(wait), load: id, source: .current) {
        [weak load, weak wait] in
        wait != nil && load?.isInFlight ?? false
      } text: { [weak load] in
        let owner = load?.owner.object
        let request = load.flatMap { owner?.request(of: $0) }?.requestText ?? ""
        return "a task that waits for a load of \(owner?.description ?? "a loader")\(request)"
      }
    )
  }
}

// MARK: Texts

extension RelayCore {
  fileprivate var showsLoading: Bool {
    (described.latest() as? any LoadingState)?.isLoading ?? false
  }

  fileprivate var textWithSubscribers: String {
    let count = subscriberCount
    return "\(text) with \(count) \(count == 1 ? "subscriber" : "subscribers")"
  }

  /// `BehaviorRelay<Int> (Counter.swift:12)`, or `Loadable<Int, LoadError> states` and the loader.
  fileprivate var text: String {
    let (depth, type, _) = described
    let values = cutText("\(type)", 100)
    let name = depth == 0 ? "PublishRelay" : depth == 1 ? "BehaviorRelay" : "ReplayRelay"
    guard creationSite.isOfLibrary else {
      return "\(name)<\(values)> (\(creationSite.text))"
    }
    guard type is any LoadingState.Type else { return "\(name)<\(values)>" }
    return "\(values) states" + (ownerName.map { " of \($0)" } ?? "")
  }
}

extension AnyBox {
  /// The request in parentheses; empty for a loader without requests.
  fileprivate var requestText: String {
    let request = erased
    return request is NoRequest ? "" : " (\(shortText(request, limit: 60, isQuoted: true)))"
  }
}
