import OpenCombineShim

/// One thing that an effect has done.
@usableFromInline
struct EffectPart<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case send(Action)
    case run(@Sendable (Send<Action>) async throws -> Void)
    case subscribe(
      @Sendable (Send<Action>, _ finished: @escaping @Sendable () -> Void) -> AnyCancellable
    )
    /// Something that is there for as long as the state says so; it is given what is there and tells
    /// what is to be there.
    case attach(@Sendable ((any EffectAttachment)?, Send<Action>) -> (any EffectAttachment)?)
    case report(any Error)
    /// Ends what has the one id.
    case cancel
    /// Ends what has an id within the one id.
    case cancelAll
  }

  let kind: Kind
  /// What it can be cancelled by; of an attachment, where it is.
  var ids: [EffectID]
  /// It does not begin while there is something with this id.
  var isIgnoredBeside: EffectID?
  /// The scopes that it is in, the outermost first.
  private(set) var scope = EffectID.root

  init(_ kind: Kind, ids: [EffectID] = []) {
    self.kind = kind
    self.ids = ids
  }

  func within(_ scope: any Hashable & Sendable) -> Self {
    var part = self
    part.ids = ids.map { $0.within(scope) }
    part.isIgnoredBeside = isIgnoredBeside?.within(scope)
    part.scope = self.scope.within(scope)
    return part
  }

  func map<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> EffectPart<Parent> {
    var part = EffectPart<Parent>(kind.map(embed), ids: ids)
    part.isIgnoredBeside = isIgnoredBeside
    part.scope = scope
    return part
  }
}

/// Work that a store keeps for a piece of state, such as the loads of a loadable feature.
protocol EffectAttachment: AnyObject, Sendable {
  /// Is over when the work at hand is; `nil` if there is none.
  var run: EffectRun? { get }
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
    case .cancelAll: .cancelAll
    }
  }
}
