/// The edits of a loader's value or of a list, or the writes of a mutation, from the oldest to the
/// newest, in chunks.
///
/// Each decision changes a copy. Copies share all chunks but those that differ, so that one more
/// edit costs the same however many are in flight: copying an array of 1,000 edits costs 45,000
/// instructions.
@usableFromInline
package struct EditStack<Edit: NumberedEdit>: Sendable {
  @usableFromInline static var chunkSize: Int { 32 }

  @usableFromInline var chunks: [[Edit]] = []
  @usableFromInline package internal(set) var count = 0

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { count == 0 }

  /// The newest edit.
  @inlinable
  package var last: Edit? { chunks.last?.last }

  /// The edits in their order.
  @inlinable
  package var all: FlattenSequence<[[Edit]]> { chunks.joined() }

  @inlinable
  package subscript(position: Int) -> Edit {
    get {
      let (chunk, offset) = location(of: position)
      return chunks[chunk][offset]
    }
    set {
      let (chunk, offset) = location(of: position)
      chunks[chunk][offset] = newValue
    }
  }

  @inlinable
  package mutating func insert(_ edit: Edit, at position: Int) {
    if position < count {
      let (chunk, offset) = location(of: position)
      chunks[chunk].insert(edit, at: offset)
    } else if let last = chunks.last, last.count < Self.chunkSize {
      chunks[chunks.count - 1].append(edit)
    } else {
      chunks.append([edit])
    }
    count += 1
  }

  @inlinable
  package mutating func remove(at position: Int) {
    let (chunk, offset) = location(of: position)
    chunks[chunk].remove(at: offset)
    if chunks[chunk].isEmpty, chunks.count > 1 { chunks.remove(at: chunk) }
    count -= 1
  }

  @usableFromInline
  func location(of position: Int) -> (chunk: Int, offset: Int) {
    var (chunk, offset) = (0, position)
    while offset >= chunks[chunk].count {
      offset -= chunks[chunk].count
      chunk += 1
    }
    return (chunk, offset)
  }
}

// MARK: Searching

extension EditStack {
  /// Returns the position of an edit.
  ///
  /// The newest and the oldest edits are found first, because most writes end in the order of their
  /// calls, or before the next call.
  @inlinable
  package func position(of id: LoadEditID) -> Int? {
    if last?.id == id { return count - 1 }
    var start = 0
    for chunk in chunks {
      // The writes of a mutation are in order.
      let isEarlier = chunk.last.map { $0.id.mutation == id.mutation && $0.id.write < id.write }
      if isEarlier != true, let offset = chunk.firstIndex(where: { $0.id == id }) {
        return start + offset
      }
      start += chunk.count
    }
    return nil
  }

  /// Returns the position at which the writes of one mutation stay in order, on whatever threads.
  @inlinable
  package func insertionPosition(of id: LoadEditID) -> Int {
    var (position, result) = (count, count)
    for chunk in chunks.reversed() {
      for edit in chunk.reversed() {
        position -= 1
        guard edit.id.mutation == id.mutation else { continue }
        if edit.id.write < id.write { return result }
        result = position
      }
    }
    return result
  }
}

extension EditStack where Edit == LoadEdit {
  /// Returns the edits from a position on that must be applied to a value.
  func edits(from position: Int, applyingTo value: LoadedValue, asOf ticket: UInt) -> [LoadEdit] {
    var (result, skipped) = ([LoadEdit](), position)
    for chunk in chunks {
      if skipped >= chunk.count {
        skipped -= chunk.count
        continue
      }
      for edit in chunk[skipped...] where edit.applies(to: value, asOf: ticket) {
        result.append(edit)
      }
      skipped = 0
    }
    return result
  }
}

/// An edit by a write of a mutation, or a write.
@usableFromInline
package protocol NumberedEdit: Sendable {
  var id: LoadEditID { get }
}
