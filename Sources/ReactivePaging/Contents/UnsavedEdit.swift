package import ReactiveLoading

/// The edits of a list by the writes of a mutation, as the value that the writes change.
package typealias ListEditor<Item: Identifiable & Sendable> = LoadEditor<
  NoRequest, [ListEdit<Item>]
>
where Item.ID: Sendable

extension LoadEditor {
  /// Returns the editor of the edits of a list by the writes of a mutation.
  package static func edits<Item, Input: Sendable, Output: Sendable>(
    _ change: @escaping @Sendable (Input) -> [ListEdit<Item>],
    _ confirm: (@Sendable (Input, Output) -> [ListEdit<Item>])?
  ) -> ListEditor<Item> where Request == NoRequest, Value == [ListEdit<Item>] {
    ListEditor<Item>(confirms: confirm != nil) { input, output, edits in
      let input = input.assumed(of: Input.self).value
      if let output, let confirm {
        edits = confirm(input, output.assumed(of: Output.self).value)
      } else {
        edits = change(input)
      }
    }
  }
}

/// The unsaved edit of a list by one write, without its types.
struct UnsavedEdit: NumberedEdit {
  let id: LoadEditID
  /// The number of the key of the list into which it inserts; `nil` before the first list.
  var key: Int?
  private let change: AnyBox

  init<Item>(_ id: LoadEditID, key: Int?, _ change: ListChange<Item>) {
    (self.id, self.key) = (id, key)
    self.change = Box(change)
  }

  /// The change with the type of the list's items.
  func change<Item>(of type: Item.Type = Item.self) -> ListChange<Item> {
    change.assumed(of: ListChange<Item>.self).value
  }

  /// Returns whether a part of its change applies to the list of a key.
  func applies<Item>(_ edit: ListEdit<Item>, to list: Int) -> Bool {
    if case .insert = edit { key ?? list == list } else { true }
  }
}

/// The change of a list by one write.
struct ListChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let editor: ListEditor<Item>
  let input: AnyBox
  let edits: [ListEdit<Item>]

  init(_ editor: ListEditor<Item>, _ input: AnyBox) {
    (self.editor, self.input) = (editor, input)
    edits = editor.changed([], by: input, nil)
  }

  /// The edits after the write has returned its output.
  func saved(with output: AnyBox?) -> [ListEdit<Item>] {
    guard editor.confirms, let output else { return edits }
    return editor.changed([], by: input, output)
  }

  /// The ids of the items that it changes, inserts, removes or moves.
  var ids: [Item.ID] { edits.map { $0.id } }

  /// True if it changes items in place only.
  var keepsOrder: Bool { edits.allSatisfy { $0.keepsOrder } }
}

extension ListEdit {
  /// True if it changes an item in place.
  var keepsOrder: Bool { if case .change = self { true } else { false } }

  var isRemoval: Bool { if case .remove = self { true } else { false } }

  /// The insertion of its item at the start; `nil` if it is no insertion.
  var atStart: Self? {
    if case .insert(let item, _) = self { .insert(item, at: .start) } else { nil }
  }
}
