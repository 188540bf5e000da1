/// A value that the writes of a mutation edit: that of a loader, of a key of a cache, or a list.
///
/// A mutation with several targets changes, confirms and rolls back all of them together:
///
/// ```swift
/// let close = Mutation(editing: [
///   .loader(open) { (issue: Issue, open) in open.remove(issue.id) },
///   .key(details, of: { $0.id }) { _, detail in detail.isOpen = false },
/// ]) { (issue: Issue) in
///   try await api.close(issue)
/// }
/// ```
///
/// A target does not retain what it edits. See
/// <doc:EditingContract#L21-Several-targets>.
public struct MutationTarget<Input: Sendable, Output: Sendable>: Sendable {
  let target: EditTarget

  package init(_ target: EditTarget) { self.target = target }

  /// Returns a target that edits the value of a loader.
  ///
  /// An edit belongs to the request whose value is visible at the call of `run`.
  ///
  /// - Parameters:
  ///   - loader: The loader.
  ///   - change: The effect of a write on the value. It runs repeatedly, on any thread, outside the
  ///     lock, so it must have no side effects, and it should be idempotent.
  ///   - confirm: The effect of a saved write on the value, which replaces `change` once the output
  ///     is known; by default the same as `change`.
  /// - Returns: The target, which does not retain the loader.
  public static func loader<Request, Value, Failure>(
    _ loader: Loader<Request, Value, Failure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) -> Self {
    let editor: LoadEditor<Request, Value> = .of(change, confirm)
    return Self(
      EditTarget(editor) { [weak shell = loader.storage as LoadShell] _, _ in
        shell.map { EditPlace($0) }
      }
    )
  }
}

extension LoadEditor {
  /// Returns the editor of the changes of a write.
  package static func of<Input: Sendable, Output: Sendable>(
    _ change: @escaping @Sendable (Input, inout Value) -> Void,
    _ confirm: (@Sendable (Input, Output, inout Value) -> Void)?
  ) -> LoadEditor {
    LoadEditor(confirms: confirm != nil) { input, output, value in
      let input = input.assumed(of: Input.self).value
      if let output, let confirm {
        confirm(input, output.assumed(of: Output.self).value, &value)
      } else {
        change(input, &value)
      }
    }
  }
}
