import ReactiveLoading

// Pages in parts. See <doc:PagingContract#P12-Pages-in-parts>.

extension PagingCore {
  /// The key of the running load if it shows a part.
  var keyOfPart: KeyNumber? {
    if case .loading(let run) = phase, run.shown == .part { run.listLoad.key } else { nil }
  }

  /// Returns whether the part of a replaced load stays visible during the load of a key.
  func keepsPart(of replaced: KeyNumber, for key: KeyNumber, _ cause: LoadCause) -> Bool {
    let previous = policy.load.previous
    if replaced == key { return cause != .load || previous != .never }
    return list(of: key) == nil && previous == .always
  }

  /// Shows a part of the load of the list, in place of the part before; returns whether it does.
  ///
  /// A part that is shorter than the first page of the visible list would remove rows that the next
  /// part brings back. `count` is the number of its rows, `firstPage` that of the first page.
  mutating func showPart(_ count: Int, firstPage: Int) -> Bool {
    guard case .loading(var run) = phase, run.listLoad.goal == 1 else { return false }
    if run.shown != .part {
      let replacesList = run.shown == .settled && list(of: run.listLoad.key) != nil
      if count == 0 || replacesList && count < firstPage { return false }
    }
    run.shown = .part
    phase = .loading(run)
    return true
  }

  /// Keeps the part of a failed load as the visible list, which has this many rows.
  ///
  /// It replaces the list of its key, which another key's failed load has cached.
  mutating func keepPart(of key: KeyNumber, count: Int, visible: Int?) {
    let ends = Ends(end: EndState(hasMore: true), start: EndState(hasMore: false))
    var part = List(key: key, count: count, pages: 0, ends: ends)
    (part.visible, part.isPart) = (visible, true)
    list = part
    cached.removeAll { $0.key == key }
  }

  /// Records a visible row of a part whose load has failed, for the page that a retry loads.
  mutating func recordVisiblePart(_ offset: Int, _ decision: inout Decision) {
    guard let list, list.isPart, 0..<list.count ~= offset else { return }
    self.list?.visible = offset
    decision.recordChange()
  }
}
