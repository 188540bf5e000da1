/// The operations on records that the decisions of a state require.
///
/// It is a part of the state: a decision adds operations, and the store takes them after the
/// action, before it publishes the state. So an earlier state that is put back has none.
package struct EmbeddedSaving: Sendable {
  /// An operation on a record.
  package struct Operation: Sendable {
    package var kind: RecordOperation
    var mark: Mark

    struct Mark: Sendable {
      /// The number of the value; `nil` for one of an earlier process or another source.
      var number: UInt?
      /// A number that is unique among all operations; later ones are larger.
      var ticket: UInt
    }
  }

  /// The records of the feature that the state belongs to.
  package let records: EmbeddedRecords
  /// The key of a state of many keys, which has the record; `nil` if the request has it.
  let owner: AnyBox?
  package private(set) var operations: [Operation] = []
  /// The number of the last load whose result was the value of its record.
  package var restoredLoad: UInt?
  /// False for a partial value over which a load has failed, and for its edits.
  var isConfirmed = true
  /// The numbers of the values that were loaded or set, by keys.
  private var numbers: [String: UInt] = [:]

  /// The number of keys whose numbers are in the state.
  private static var limit: Int { 64 }

  package init(_ records: EmbeddedRecords, of owner: AnyBox? = nil) {
    self.records = records
    self.owner = owner
  }

  /// Returns the operations, and removes them.
  package mutating func takeOperations() -> [Operation] {
    defer { operations = [] }
    return operations
  }

  /// Adds an operation; a new value replaces one of its key that is not saved yet.
  package mutating func add(_ kind: RecordOperation) {
    let ticket = TicketCounter.newBlock()
    switch kind {
    case .remove(let key, _):
      numbers[key] = nil
      operations.removeAll { $0.kind.key == key }
    case .save(_, let key, _, .loaded):
      if numbers.count >= Self.limit { numbers = [:] }
      numbers[key] = ticket
      operations.removeAll { $0.kind.key == key && $0.kind.isSave }
    case .save(let value, let key, let request, .edited):
      guard let last = operations.lastIndex(where: { $0.kind.key == key }),
        case .save(_, _, _, let before) = operations[last].kind
      else { break }
      operations[last].kind = .save(value, key: key, of: request, before)
      operations[last].mark.ticket = ticket
      return
    case .save(_, let key, _, .stale):
      operations.removeAll { $0.kind.key == key && $0.kind.isStale }
    }
    let mark = Operation.Mark(number: numbers[kind.key], ticket: ticket)
    operations.append(Operation(kind: kind, mark: mark))
  }
}

extension RecordOperation {
  var key: String {
    switch self {
    case .save(_, let key, _, _), .remove(let key, _): key
    }
  }

  fileprivate var isSave: Bool { if case .save = self { true } else { false } }

  /// True for a value that was loaded or set, and for a removal.
  var isNewValue: Bool {
    switch self {
    case .save(_, _, _, .loaded), .remove: true
    case .save(_, _, _, .edited), .save(_, _, _, .stale): false
    }
  }

  fileprivate var isStale: Bool { if case .save(_, _, _, .stale) = self { true } else { false } }
}
