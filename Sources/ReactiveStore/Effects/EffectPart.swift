import CombineShim

struct EffectPart<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case send(Action)
    case run(@Sendable (Send<Action>) async throws -> Void)
    case subscribe(
      @Sendable (Send<Action>, _ finished: @escaping @Sendable ((any Error)?) -> Void)
        -> any Cancellable & Sendable
    )
    /// Creates or updates an attachment, which runs for as long as the state requires it.
    ///
    /// The closure receives the current attachment, if any, and returns the new one.
    case attach(@Sendable ((any EffectAttachment)?, Send<Action>) -> any EffectAttachment)
    case report(any Error)
    /// Cancels the effects with the one id.
    case cancel
    /// Cancels the effects of removed elements in the one scope.
    ///
    /// The closure receives the ids of elements with running effects and returns those of removed
    /// elements.
    case sweep(@Sendable (Set<AnyHashable>) -> Set<AnyHashable>)
  }

  let kind: Kind
  /// The ids to cancel it by; of an attachment, its id; of a sweep, its scope.
  var ids: [EffectID]
  var overlaps: [Overlap] = []
  /// The scopes of the effect, outermost first.
  private(set) var scope = EffectID.root

  init(_ kind: Kind, ids: [EffectID] = []) {
    self.kind = kind
    self.ids = ids
  }

  /// True if it starts work that can have an id.
  var starts: Bool {
    switch kind {
    case .send, .run, .subscribe: true
    case .attach, .report, .cancel, .sweep: false
    }
  }

  var attaches: Bool { if case .attach = kind { true } else { false } }

  func within(_ scope: EffectID) -> Self {
    var part = self
    part.ids = ids.map { $0.within(scope) }
    part.overlaps = overlaps.map { $0.within(scope) }
    part.scope = self.scope.within(scope)
    return part
  }

  func map<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> EffectPart<Parent> {
    var part = EffectPart<Parent>(kind.map(embed), ids: ids)
    part.overlaps = overlaps
    part.scope = scope
    return part
  }
}

/// Work that a store runs for as long as the state requires it, such as the loads of a feature.
protocol EffectAttachment: AnyObject, Sendable {
  /// True if the end of an attempt was handled since the last call of `follow`.
  var needsToFollow: Bool { get }
  /// Passes on the loads that were requested since the last call, for the callers to wait for.
  func takeRequested(_ body: (EffectRun) -> Void)
  /// Returns the running loads of the attachment with an id, each with its own id.
  func loads(at id: EffectID) -> [(run: EffectRun, id: EffectID)]
  func end()
}

extension EffectPart.Kind {
  fileprivate func map<Parent>(
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectPart<Parent>.Kind {
    switch self {
    case .send(let action): .send(embed(action))
    case .run(let body): .run { try await body($0.pullback(embed)) }
    case .subscribe(let body): .subscribe { body($0.pullback(embed), $1) }
    case .attach(let body): .attach { body($0, $1.pullback(embed)) }
    case .report(let error): .report(error)
    case .cancel: .cancel
    case .sweep(let missing): .sweep(missing)
    }
  }
}
