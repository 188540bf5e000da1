package import ReactiveRelays

/// A loader, a key of a cache, or a list that the writes of a mutation edit.
///
/// The value of a ``MutationTarget`` without its types. It does not retain what it edits.
package struct EditTarget: Sendable {
  /// The changes, with the types of the value.
  package let editor: AnyEditor
  /// Returns the place that an edit changes; `nil` if it is deallocated.
  ///
  /// Called outside every lock for each of the two steps of an edit, which arrive in any order: its
  /// start (or its refusal) and its end.
  package let place: @Sendable (LoadEditID, _ input: AnyBox) -> EditPlace?

  /// Creates a target.
  package init(
    _ editor: AnyEditor,
    _ place: @escaping @Sendable (LoadEditID, _ input: AnyBox) -> EditPlace?
  ) {
    (self.editor, self.place) = (editor, place)
  }
}

/// The storage that a step of an edit changes.
package struct EditPlace {
  let storage: any EditedStorage
  /// Called after the step, outside every lock.
  let release: (() -> Void)?

  package init(_ storage: any EditedStorage, release: (() -> Void)? = nil) {
    (self.storage, self.release) = (storage, release)
  }
}

/// The identity of an edit: its target, and the number of its write.
@usableFromInline
package struct LoadEditID: Hashable, Sendable {
  /// The number of the target of a mutation, counted from 1 and unique in the process.
  @usableFromInline package let mutation: UInt
  /// The number of the write; the writes of a mutation are in the order of these numbers.
  @usableFromInline package let write: UInt

  package init(mutation: UInt, write: UInt) { (self.mutation, self.write) = (mutation, write) }

  /// The identity of all edits of other sources, which are in the order of their calls.
  static let ofNoWrite = Self(mutation: 0, write: 0)
}

/// A step in the life of an edit.
package enum EditStep: Sendable {
  /// The edit is made with an input, before it is saved.
  case shown(LoadEditID, AnyEditor, AnyBox)
  /// The edit is not made, because a change made it.
  case refused(LoadEditID)
  case ended(LoadEditID, EditResult)
  /// Another source makes an edit of the value of a request; `nil` for the visible value.
  ///
  /// Only a loader makes it; no mutation does.
  case made(AnyEditor, for: AnyBox?)
}

/// The end of an edit.
package enum EditResult: Sendable {
  /// The edit was saved, with the output of the write if it confirms the edit.
  case saved(AnyBox?)
  /// The edit was not saved and is rolled back.
  case rolledBack
}

extension EditStep {
  /// True for a new edit.
  package var isNew: Bool {
    switch self {
    case .shown, .made: true
    case .refused, .ended: false
    }
  }

  /// The step without a new edit; `nil` if nothing else is left.
  package var refusingEdit: Self? {
    switch self {
    case .shown(let id, _, _): .refused(id)
    case .made: nil
    case .refused, .ended: self
    }
  }

  /// The event for observers; `nil` if the visible value stays.
  package var event: LoadObserver.Event.Kind? {
    switch self {
    case .shown, .made, .ended(_, .saved(.some)): .edited
    case .refused, .ended(_, .saved(.none)): nil
    case .ended(_, .rolledBack): .rolledBack
    }
  }
}

// MARK: The storage of a target

/// A storage whose value the writes of a mutation edit: that of a loader or of a list.
///
/// A write that edits it alone calls ``edit(_:)``. A write that edits several storages calls the
/// other methods, so that all change together: see ``EditParts``.
package protocol EditedStorage: AnyObject, Sendable {
  /// The relay that publishes the states, and whose lock guards the state.
  var statesRelay: RelayCore? { get }

  /// True if this thread runs code of the caller to decide about the storage.
  ///
  /// The steps of such code are refused, as ``edit(_:)`` does. Called outside the lock.
  var refusesEdits: Bool { get }

  /// Performs steps, publishes the result, and refuses those of code that it runs itself.
  ///
  /// `didCommit` is called outside the lock after the steps and before the delivery, unless they
  /// are refused.
  func edit(_ steps: [EditStep], _ didCommit: () -> Void)

  /// Runs code of the caller, and refuses changes of the storage by this code.
  func guardingEdits(_ body: () -> Void)

  /// Performs steps on a copy of the state, with the changes of the caller, outside the lock.
  ///
  /// Called within ``guardingEdits(_:)``. No step changes the work of the storage.
  func draft(_ steps: [EditStep]) -> any EditDraft
}

extension EditedStorage {
  /// Performs steps, publishes the result, and refuses those of code that it runs itself.
  package func edit(_ steps: [EditStep]) { edit(steps) {} }
}

/// The result of steps on a copy of a state.
///
/// One thread uses it once, in the order of its methods.
package protocol EditDraft: AnyObject {
  /// True if no other decision has been committed since the state was copied.
  ///
  /// Called under the lock.
  var isCurrent: Bool { get }

  /// Replaces the state, and makes its value the current one of the relay; called under the lock.
  func commit()

  /// Calls the observers of decisions and events, outside the lock and before all deliveries.
  func report()

  /// Delivers the state, and performs what follows the decision, outside the lock.
  func deliver()
}
