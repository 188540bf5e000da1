public import ReactiveLoadable

/// A part of a state that the writes of a mutation edit: a value, the value of a key, or a list.
///
/// ```swift
/// .mutation(
///   state: \.close, action: .close,
///   editing: [
///     .list(\.issues) { issue in [.change(issue) { $0.isOpen = false }] },
///     .key(\.details, of: { $0 }) { _, detail in detail.isOpen = false },
///     .loadable(\.open) { issue, open in open.remove(issue) },
///   ]
/// ) { issue, _ in try await api.close(issue) }
/// ```
///
/// All edits of a write are made in one reduction, and end in one. See
/// <doc:StoreContract#S20-Optimistic-updates>.
public struct StateTarget<State: Sendable, Input: Sendable, Output: Sendable>: Sendable {
  private let editor: AnyEditor
  private let edit: @Sendable (inout State, [(input: Input, step: EditStep)]) -> Void

  /// Makes and ends the edits of writes; `number` is that of this target.
  func perform(_ steps: [EmbeddedWriteStep], of number: UInt, on state: inout State) {
    let edits = steps.map { step in
      (step.input.assumed(of: Input.self).value, step.editStep(ofTarget: number, editor))
    }
    edit(&state, edits)
  }

  /// Returns a target that edits the value of a loadable state.
  ///
  /// An edit belongs to the request whose value is visible when the write starts.
  ///
  /// - Parameters:
  ///   - state: The key path of the state.
  ///   - change: The effect of a write on the value. It runs on every new value until the write has
  ///     ended, so it must have no side effects, and it should be idempotent.
  ///   - confirm: The effect of a saved write on the value, which replaces `change` once the output
  ///     is known; by default the same as `change`.
  /// - Returns: The target.
  public static func loadable<Request, Value>(
    _ state: any WritableKeyPath<State, LoadableState<Request, Value>> & Sendable,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) -> Self {
    let part = StatePart(state)
    let editor: LoadEditor<Request, Value> = .of(change, confirm)
    return Self(editor: editor) { state, edits in
      part.access(&state) { $0.machine.edit(edits.map(\.step)) }
    }
  }

  /// Returns a target that edits the value of a key.
  ///
  /// The key need not be loaded: the edit loads nothing, and applies to a value that arrives.
  ///
  /// - Parameters:
  ///   - states: The key path of the states by key.
  ///   - key: Returns the key of an input.
  ///   - change: The effect of a write on the value, as for a loadable state.
  ///   - confirm: The effect of a saved write on the value, as for a loadable state.
  /// - Returns: The target.
  public static func key<Key, Value>(
    _ states: any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable,
    of key: @escaping @Sendable (Input) -> Key,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) -> Self {
    let part = StatePart(states)
    let editor: LoadEditor<NoRequest, Value> = .of(change, confirm)
    return Self(editor: editor) { state, edits in
      let byKey = Dictionary(grouping: edits) { key($0.input) }
      for (key, edits) in byKey {
        part.access(&state) { $0.edit(edits.map(\.step), at: key) }
      }
    }
  }

  /// Returns a target that edits the items of a paginated list.
  ///
  /// An insertion belongs to the list that is visible when the write starts; the other edits apply
  /// to every list that contains the item.
  ///
  /// - Parameters:
  ///   - list: The key path of the list.
  ///   - change: Returns the edits of a write; it must have no side effects.
  ///   - confirm: Returns the edits of a saved write, which replace those of `change` once the
  ///     output is known; by default they are the same.
  /// - Returns: The target.
  public static func list<Key, Cursor, Item>(
    _ list: any WritableKeyPath<State, PagedState<Key, Cursor, Item>> & Sendable,
    change: @escaping @Sendable (Input) -> [ListEdit<Item>],
    confirm: (@Sendable (Input, Output) -> [ListEdit<Item>])? = nil
  ) -> Self {
    let part = StatePart(list)
    let editor: LoadEditor<NoRequest, [ListEdit<Item>]> = .edits(change, confirm)
    return Self(editor: editor) { state, edits in
      part.access(&state) { $0.pages.edit(edits.map(\.step)) }
    }
  }
}
