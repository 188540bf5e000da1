/// The state of a loader after a decision, for the observer that caches its values.
@usableFromInline
package final class LoadSnapshot: Sendable {
  package let core: LoadCore
  package let slots: LoadSlots
  /// True if the decision ended a load with a failure.
  package let isFailure: Bool
  /// The number of the decision; threads deliver snapshots in any order.
  package let decision: UInt
  /// The number of resets so far.
  package let resets: UInt
  /// The number of those that also remove the records of all requests.
  let scopeResets: UInt32
  /// The number of invalidations so far.
  package let invalidations: UInt32
  /// The settled value without edits that are not confirmed; `nil` if there are no edits.
  private let unedited: LoadedValue?
  /// True if edits of writes in flight are applied to the settled value.
  package let hasUnsavedEdits: Bool

  init(
    _ machine: LoadMachine,
    after action: LoadCore.Action,
    decision: UInt,
    resets: UInt = 0,
    scopeResets: UInt32 = 0,
    invalidations: UInt32 = 0
  ) {
    core = machine.core
    slots = machine.editedSlots
    unedited = machine.edits == nil ? nil : machine.slots.value
    hasUnsavedEdits = machine.edits?.value.hasUnsaved ?? false
    isFailure = action == .end(.failed)
    (self.decision, self.invalidations) = (decision, invalidations)
    (self.resets, self.scopeResets) = (resets, scopeResets)
  }

  /// The settled value without edits that are not confirmed.
  package var confirmed: LoadedValue? { unedited ?? slots.value }

  /// The settled value with its edits or, while writes are in flight, the confirmed one.
  package var saved: LoadedValue? { hasUnsavedEdits ? unedited : slots.value }
}

/// The part of a loader's state whose changes matter to a cache.
package struct LoadRevision: Hashable, Sendable {
  /// The ticket of the running load.
  package let load: UInt?
  /// The ticket at which the settled value was requested or set.
  package let asOf: UInt?
  let staleAt: Duration?
  let hasFailed: Bool
  /// True if the running load was invalidated in flight.
  package let isOutdated: Bool
}

extension LoadCore {
  package var revision: LoadRevision {
    let (staleAt, hasFailed): (Duration?, Bool) =
      switch settled {
      case .notRequested: (nil, false)
      case .loaded(_, let staleAt): (staleAt, false)
      case .failed: (nil, true)
      }
    return LoadRevision(
      load: run?.cycle.first,
      asOf: settled.asOf,
      staleAt: staleAt,
      hasFailed: hasFailed,
      // The attempt after a delay starts after the invalidation.
      isOutdated: run.map { $0.isOutdated && !$0.cycle.isWaiting } ?? false
    )
  }
}
