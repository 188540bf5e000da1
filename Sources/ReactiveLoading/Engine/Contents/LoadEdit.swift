/// One edit of a loader's value, by a write of a mutation or by another source.
///
/// It has no types: input and output are in boxes, and its editor knows the types.
final class LoadEdit: NumberedEdit {
  let id: LoadEditID
  let editor: AnyEditor
  let input: AnyBox
  /// The request whose value it changes; `nil` for any.
  let request: AnyBox?
  /// The newest ticket when it was saved; `nil` while it is unsaved.
  let savedAfter: UInt?
  /// The output of the saved write, if the editor confirms writes.
  let output: AnyBox?

  /// Creates an unsaved edit.
  init(_ id: LoadEditID, _ editor: AnyEditor, _ input: AnyBox, of request: AnyBox?) {
    (self.id, self.editor, self.input, self.request) = (id, editor, input, request)
    (savedAfter, output) = (nil, nil)
  }

  /// Creates an edit of another source, which is saved from the start.
  init(madeBy editor: AnyEditor, of request: AnyBox?, after ticket: UInt) {
    (id, self.editor, input, self.request) = (.ofNoWrite, editor, AnyBox(), request)
    (savedAfter, output) = (ticket, nil)
  }

  private init(saved edit: LoadEdit, after ticket: UInt, _ output: AnyBox?) {
    (id, editor, input, request) = (edit.id, edit.editor, edit.input, edit.request)
    (savedAfter, self.output) = (ticket, output)
  }

  /// Returns the edit after a result; `nil` if it is rolled back.
  func ended(_ result: EditResult, after ticket: UInt) -> LoadEdit? {
    switch result {
    case .saved(let output):
      LoadEdit(saved: self, after: ticket, editor.confirms ? output : nil)
    case .rolledBack: nil
    }
  }

  func matches(_ request: AnyBox?) -> Bool {
    guard let own = self.request, let request, own !== request else { return true }
    return editor.areEqual(own, request)
  }

  /// A Boolean value that indicates whether the edit must be applied to a value.
  func applies(to value: LoadedValue, asOf ticket: UInt) -> Bool {
    matches(value.request) && savedAfter.map { $0 >= ticket } ?? true
  }
}

// MARK: With types

/// The changes of a mutation or of another source to a value, without their types.
// SAFETY: the only subclass is `LoadEditor`, which is immutable and Sendable.
package class AnyEditor: @unchecked Sendable {
  /// True if the output of a saved write replaces its change.
  package let confirms: Bool

  fileprivate init(confirms: Bool) { self.confirms = confirms }

  /// Returns whether two requests of the loader are equal, by the caller's `==`.
  func areEqual(_ left: AnyBox, _ right: AnyBox) -> Bool { false }

  /// Returns a value with edits applied in their order, by the caller's code.
  func applied(_ edits: [LoadEdit], to value: AnyBox) -> AnyBox { value }
}

/// The changes of a mutation or of another source to the value of a loader.
///
/// For a list, the value is the edits of one write.
// SAFETY: the only property is a constant, whose type is Sendable.
package final class LoadEditor<Request: Hashable & Sendable, Value: Sendable>: AnyEditor,
  @unchecked Sendable
{
  package typealias Change = @Sendable (_ input: AnyBox, _ output: AnyBox?, inout Value) -> Void

  private let change: Change

  package init(confirms: Bool, _ change: @escaping Change) {
    self.change = change
    super.init(confirms: confirms)
  }

  override func areEqual(_ left: AnyBox, _ right: AnyBox) -> Bool {
    left.assumed(of: Request.self).value == right.assumed(of: Request.self).value
  }

  override func applied(_ edits: [LoadEdit], to value: AnyBox) -> AnyBox {
    let box: Box<Value> = value.assumed(of: Value.self)
    var changed = box.value
    for edit in edits { Self.assumed(edit.editor).change(edit.input, edit.output, &changed) }
    return box.edited(changed)
  }

  /// Returns a value with the change of one write; `output` is `nil` until it is saved.
  package func changed(_ value: Value, by input: AnyBox, _ output: AnyBox?) -> Value {
    var changed = value
    change(input, output, &changed)
    return changed
  }

  // SAFETY: all edits of a load have its types. NB: `unsafeDowncast` would look up the type.
  package static func assumed(_ editor: AnyEditor) -> LoadEditor {
    Unmanaged.fromOpaque(Unmanaged.passUnretained(editor).toOpaque()).takeUnretainedValue()
  }
}
