// The part of relays in the leftover check of a test.

extension RelayCore {
  /// Records the relay for the test whose code creates it.
  @usableFromInline
  final func noteCreation() { if LeftoverRecorder.isInUse { recordCreation() } }

  /// Records a subscription for the test whose code subscribes.
  @usableFromInline
  final func noteSubscription(_ target: RelayTarget) {
    if LeftoverRecorder.isInUse { recordSubscription(target) }
  }

  /// Records a relay that its owner creates on any thread, for the test that created the owner.
  package final func noteCreation(for owner: RelayCore) {
    if LeftoverRecorder.isInUse { recordCreation(for: owner) }
  }

  @inline(never)
  private final func recordCreation(for owner: RelayCore) {
    // With a known scope, the creation was recorded before.
    guard case .unknown = LeftoverRecorder.scope else { return }
    LeftoverRecorder.owner(of: owner)?.note(self)
  }

  @inline(never)
  private final func recordCreation() {
    guard let recorder = LeftoverRecorder.current() else { return }
    recorder.note(self)
    // A loader's states show what it does; its loads are recorded.
    if creationSite.isOfLibrary { return }
    recorder.note(
      LeftoverCandidate(.relay, of: self) { [weak self] in
        self?.showsLoading ?? false
      } text: { [weak self] in
        self.map { "\($0.text), which shows loading" } ?? "a relay that shows loading"
      }
    )
  }

  @inline(never)
  private final func recordSubscription(_ target: RelayTarget) {
    guard let recorder = LeftoverRecorder.current(orOf: self) else { return }
    recorder.note(
      LeftoverCandidate(.subscription, of: target) { [weak self, weak target] in
        guard let self, let target else { return false }
        return withState { _ in !target.isDetached }
      } text: { [weak self] in
        self.map { "a subscription of \($0.textWithSubscribers)" } ?? "a subscription"
      }
    )
  }

  private final var textWithSubscribers: String {
    let count = withState { $0.liveCount }
    return "\(text) with \(count) \(count == 1 ? "subscriber" : "subscribers")"
  }

  /// `BehaviorRelay<Int> (Counter.swift:12)`, or `Loadable<Int, LoadError> states` and the loader.
  private final var text: String {
    let values = cutText("\(valueType)", 100)
    guard creationSite.isOfLibrary else {
      return "\(typeName)<\(values)> (\(creationSite.fileAndLine))"
    }
    guard valueType is any LoadingState.Type else { return "\(typeName)<\(values)>" }
    let loader: RelayOwner? = withState { _ in owner }
    return "\(values) states" + (loader.map { " of \($0.text)" } ?? "")
  }
}

extension CreationSite {
  /// A Boolean value that indicates whether a module of this package created the relay.
  var isOfLibrary: Bool {
    Self.modules.contains(String("\(fileID)".prefix { $0 != "/" }))
  }

  private static let modules: Set = [
    "ReactiveRelays", "ReactiveLoading", "ReactivePaging", "ReactiveCaching", "ReactiveLoadable",
    "ReactiveResources", "ReactiveStore",
  ]

  fileprivate var fileAndLine: String {
    "\("\(fileID)".split(separator: "/").last ?? "?"):\(line)"
  }
}
