import ReactiveLoading

/// The reports of the pages in flight: their progress, and their parts, which are visible.
///
/// A list without reports has none. The settled list has no part, so a cancel only removes it. See
/// <doc:PagingContract#P12-Pages-in-parts>.
///
/// It is a class for the same reason as ``ListContents``.
final class ListParts<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias Contents = ListContents<Key, Cursor, Item, Failure>
  typealias Ticket = PagingCore.Ticket

  /// A part of a page at an end.
  struct EndPart {
    let load: Ticket
    /// The ticket of the attempt that has reported it.
    let attempt: Ticket
    let number: UInt32
    let page: Contents.Page
    /// The edits that concern it, which apply to the next part and the page of its attempt.
    var edits: [ListEdit<Item>] = []

    /// Applies the edits to the list with the part or the page.
    ///
    /// An item that was inserted is in the settled list, and may have changed since.
    func applyEdits(to list: Contents) {
      for edit in edits {
        if case .insert(let item, let position) = edit {
          guard let current = list.item(item.id) else { continue }
          _ = list.apply(.insert(current, at: position))
        } else {
          _ = list.apply(edit)
        }
      }
    }
  }

  /// The parts at one end.
  struct EndParts {
    var running: EndPart?
    /// The part that a failed load has left, which a cancel of the next load returns to.
    var failed: EndPart?

    var visible: EndPart? { running ?? failed }
  }

  /// The part of the load of the list, with its edits, while it is the visible list.
  private(set) var ofList: Contents?
  /// The offset of the row of that part that became visible last.
  var visible: Int?
  /// The settled list with the parts at its ends; `nil` without such a part.
  private(set) var withEnds: Contents?
  /// The number of items of the part at the start.
  private(set) var startCount = 0
  private var ends = Ends(end: EndParts(), start: EndParts())
  /// The settled list that `withEnds` was made from; `nil` if a part has changed since.
  private var base: Contents?
  /// The number of the key of the list with the ends.
  private var endsKey = 0
  /// The progress of attempts.
  private var progress: [Ticket: LoadProgress] = [:]
  private var lastNumber: UInt32 = 0

  init(copying other: ListParts?) {
    guard let other else { return }
    ofList = other.ofList
    visible = other.visible
    withEnds = other.withEnds
    startCount = other.startCount
    ends = other.ends
    base = other.base
    endsKey = other.endsKey
    progress = other.progress
    lastNumber = other.lastNumber
  }

  /// The number of the key of the part of the load of the list.
  var key: PagingCore.KeyNumber? { ofList?.key.number }

  private var isEmpty: Bool {
    ofList == nil && progress.isEmpty && ends.end.visible == nil && ends.start.visible == nil
  }
}

// MARK: Reports

extension ListParts {
  func progress(of attempt: Ticket) -> LoadProgress? { progress[attempt] }

  func record(_ progress: LoadProgress, of attempt: Ticket) { self.progress[attempt] = progress }

  /// Shows a part of the load of the list.
  func show(_ list: Contents) {
    lastNumber &+= 1
    ofList = list
  }

  /// Adds a part of a page at an end, in place of the part before.
  func add(_ page: Contents.Page, of work: PagingCore.Work, at end: ListEnd, to list: Contents) {
    lastNumber &+= 1
    let (load, attempt) = (work.load, work.attempts.ticket)
    var part = EndPart(load: load, attempt: attempt, number: lastNumber, page: page)
    if let before = ends[end].running, before.attempt == attempt { part.edits = before.edits }
    ends[end].running = part
    (endsKey, base) = (list.key.number, nil)
  }
}

// MARK: Ends of loads

extension ListParts {
  func part(at end: ListEnd) -> EndPart? { ends[end].visible }

  /// Keeps the part at an end whose load has failed.
  func keepPart(at end: ListEnd) {
    if let part = ends[end].running { ends[end] = EndParts(failed: part) }
  }

  func removeParts(at end: ListEnd) { (ends[end], base) = (EndParts(), nil) }

  func removeEnds() { for end in ListEnd.allCases { removeParts(at: end) } }

  /// Records an edit of an item of the part at an end.
  func record(_ edit: ListEdit<Item>, at end: ListEnd) {
    base = nil
    if ends[end].running == nil {
      ends[end].failed?.edits.append(edit)
    } else {
      ends[end].running?.edits.append(edit)
    }
  }

  /// Replaces the part of the load of the list by an edited one.
  func edit(_ list: Contents) { ofList = list }

  /// Returns the parts and the progress of loads that still run or have failed; `nil` for none.
  static func current(
    _ before: ListParts,
    _ core: PagingCore,
    _ contents: Contents?
  ) -> ListParts? {
    let parts = ListParts(copying: before)
    parts.removeOutdated(core, contents)
    if parts.isEmpty { return nil }
    parts.updateList(contents)
    return parts
  }

  private func removeOutdated(_ core: PagingCore, _ contents: Contents?) {
    let attempts = core.work.map(\.attempts.ticket)
    progress = progress.filter { attempts.contains($0.key) }
    let showsPart = if case .loading(let run) = core.phase { run.shown == .part } else { false }
    if !showsPart { (ofList, visible) = (nil, nil) }
    if contents?.key.number != endsKey { return removeEnds() }
    for end in ListEnd.allCases {
      let state = core.list?[end]
      if let part = ends[end].running, state?.load != part.load {
        (ends[end].running, base) = (nil, nil)
      }
      if state?.settled != .failed, ends[end].failed != nil {
        (ends[end].failed, base) = (nil, nil)
      }
    }
  }

  /// Adds the parts at the ends to the settled list.
  private func updateList(_ contents: Contents?) {
    let (end, start) = (ends.end.visible, ends.start.visible)
    guard let contents, end != nil || start != nil else {
      return (withEnds, base, startCount) = (nil, nil, 0)
    }
    if base === contents { return }
    let list = Contents(copying: contents)
    if let end { _ = list.addPart(end.page, at: .end) }
    startCount = start.map { list.addPart($0.page, at: .start) } ?? 0
    for part in [end, start] { part?.applyEdits(to: list) }
    (withEnds, base) = (list, contents)
  }
}

// MARK: State

/// The last report of a page in flight at an end.
struct EndReport {
  /// The number of the report of the visible part; 0 for none.
  let part: UInt32
  let progress: Box<LoadProgress>?
}

extension ListParts {
  /// The reports at the ends of the settled list.
  func reports(_ core: PagingCore) -> Ends<EndReport> {
    Ends(end: report(at: .end, core), start: report(at: .start, core))
  }

  private func report(at end: ListEnd, _ core: PagingCore) -> EndReport {
    let progress = core[.end(end)].flatMap { self.progress[$0.attempts.ticket] }
    return EndReport(part: ends[end].visible?.number ?? 0, progress: progress.map { Box($0) })
  }

  /// The part of the load of the list as clients see it, or the list with its unsaved edits.
  func list(in run: PagingCore.Run, _ edited: Contents?) -> PagedList<Key, Item, Failure>? {
    ofList.map { list in
      let properties = ListProperties<Key, Failure>(
        key: list.key,
        append: BoxedPageEnd(attempt: run.work.attempts.retries, part: max(lastNumber, 1)),
        prepend: BoxedPageEnd(.complete),
        total: list.total,
        duplicateCount: list.duplicateCount
      )
      return PagedList((edited ?? list).items, properties)
    }
  }
}
