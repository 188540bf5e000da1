/// The combined state of many parts, of which one changes at a time.
///
/// A tree of the states of the parts without their values. A change of one of 10,000 parts combines
/// at most 14 pairs of states again, by the table of ``Loadable/zip(_:)->Loadable<Value,Failure>``.
package struct ZipTree: Sendable {
  /// The state of a part without its value; an error is the number of its part.
  package typealias Part = Loadable<Never, FailedPart>

  package struct FailedPart: Error, Hashable {
    package let part: Int
  }

  /// The combined states: the root at 1, the children of `n` at `2n` and `2n + 1`, the parts last.
  private var nodes: [Part]
  private let firstPart: Int

  /// Creates the tree of a number of parts, none of which is requested.
  package init(_ count: Int) {
    var size = 1
    while size < count { size *= 2 }
    firstPart = size
    nodes = Array(repeating: .notRequested, count: 2 * size)
  }

  /// The combined state without its value: not requested also if all parts are loaded.
  package var combined: Part { nodes[1] }

  /// Changes the state of a part; returns true if the combined state has changed.
  package mutating func change(_ part: Int, to state: Part) -> Bool {
    var node = firstPart + part
    var state = state
    while nodes[node] != state {
      nodes[node] = state
      if node == 1 { return true }
      node /= 2
      state = nodes[2 * node]
      state.add(nodes[2 * node + 1])
    }
    return false
  }
}

extension ZipTree.Part {
  /// The state of a part, without its value.
  package init<Other, OtherFailure>(_ state: Loadable<Other, OtherFailure>, of part: Int) {
    switch state {
    case .notRequested, .loaded: self = .notRequested
    case .loading(let loading):
      self = .loading(
        loading.withoutValue.flatMapError { _ in ZipTree.FailedPart(part: part) }
      )
    case .failed(let failed):
      self = .failed(failed.withoutValue.with(ZipTree.FailedPart(part: part)))
    }
  }
}
