public import ReactiveRelays

/// The storage of a ``Mutation``: a shell without types, and the code that needs the types.
///
/// That code makes the published states and the history.
@usableFromInline
final class MutationStorage<Input: Sendable, Output: Sendable, Failure: Error>: MutationShell,
  // SAFETY: `history` is touched under the relay's lock only; all else is immutable and Sendable.
  @unchecked Sendable
{
  typealias Record = MutationRecord<Input, Output, Failure>

  @usableFromInline let states: BehaviorRelay<Loadable<Output, Failure>>
  /// The published history; `nil` before it is read, because each change copies the records.
  @exclusivity(unchecked) private var history: BehaviorRelay<[Record]>?

  @inlinable
  init(
    policy: MutationPolicy,
    order: MutationOrder<Input>? = nil,
    editor: MutationEditor? = nil,
    work: LoadWork<Input, Output, Failure>
  ) {
    states = BehaviorRelay(.notRequested)
    super.init(
      policy,
      editor,
      work.function,
      turns: order?.turns,
      failure: Failure.self,
      relay: states.core,
      publish: Self.publishing(to: states.core)
    )
  }

  /// Returns a closure that publishes to a relay, specialized where the mutation is created.
  @inlinable
  static func publishing(to core: ValueRelayCore<Loadable<Output, Failure>>) -> Publish {
    { decide, beforeDelivery in
      core.transition({ decide()?.state() }, beforeDelivery: beforeDelivery)
    }
  }

  @usableFromInline
  package override var defaultName: String { "Mutation<\(Input.self), \(Output.self)>" }

  /// The history for a reader, from now on with every change.
  func readHistory() -> BehaviorRelay<[Record]> {
    let new = BehaviorRelay<[Record]>([])
    var pending: BehaviorRelay<[Record]>.PendingDelivery?
    let current = locked {
      if let history { return history }
      pending = new.commit(records)
      history = new
      return new
    }
    if let pending { current.deliver(pending) }
    return current
  }

  /// The history now, for a debugger.
  var currentRecords: [Record] { locked { records } }

  /// The records with their types; read under the lock.
  private var records: [Record] { values.records.map { Record($0) } }

  override func commitHistory() -> (() -> Void)? {
    guard let history else { return nil }
    let pending = history.commit(records)
    return { history.deliver(pending) }
  }

  override func finishStreams() {
    states.finish()
    locked { history }?.finish()
  }
}
