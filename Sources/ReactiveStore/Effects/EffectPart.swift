import CombineShim

/// One thing that an effect has done.
@usableFromInline
struct EffectPart<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case send(Action)
    case run(@Sendable (Send<Action>) async throws -> Void)
    case subscribe(
      @Sendable (Send<Action>, _ finished: @escaping @Sendable ((any Error)?) -> Void)
        -> AnyCancellable
    )
    /// Something that is there for as long as the state says so; it is given what is there and tells
    /// what is to be there.
    case attach(@Sendable ((any EffectAttachment)?, Send<Action>) -> any EffectAttachment)
    case report(any Error)
    /// Ends what has the one id.
    case cancel
    /// Ends what is at work for elements that have gone from the one scope; is given the ids of those
    /// that something is at work for, and tells which of them have.
    case sweep(@Sendable (Set<AnyHashable>) -> Set<AnyHashable>)
  }

  let kind: Kind
  /// What it can be cancelled by; of an attachment, where it is; of a sweep, its scope.
  var ids: [EffectID]
  /// What becomes of others when it begins, or of itself.
  var overlaps: [Overlap] = []
  /// The scopes that it is in, the outermost first.
  private(set) var scope = EffectID.root

  init(_ kind: Kind, ids: [EffectID] = []) {
    self.kind = kind
    self.ids = ids
  }

  /// Has something attached in its place, or changed that is there already.
  static func attaching<Attachment: EffectAttachment>(
    at place: EffectID,
    _ update: @escaping @Sendable (Attachment?, Send<Action>) -> Attachment
  ) -> Self {
    Self(.attach { update($0 as? Attachment, $1) }, ids: [place])
  }

  /// Whether it begins something that an id can stand for.
  var begins: Bool {
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

/// Work that a store keeps for as long as the state says so, such as the loads of a loadable feature.
protocol EffectAttachment: AnyObject, Sendable {
  /// What was asked for since this was called last, to be waited for by whoever asked.
  func takeAsked() -> [EffectRun]
  /// What is at work, and where, for what is attached at a place.
  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)]
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
