import ReactiveLoading

/// The result of an event for the ``PagingCore``: the steps to perform, without any values.
struct PagingDecision: Equatable, Sendable {
  typealias Ticket = UInt

  enum Change: Equatable, Sendable {
    /// The core is unchanged.
    case none
    /// The core has changed, but not the public state.
    case silent
    /// The public state has changed.
    case shown
  }

  /// A step that is performed after the change is committed.
  enum Step: Equatable, Sendable {
    /// Create a load with this ticket, for handles.
    case open(Ticket)
    /// Start the attempt or the delay that the core names for a part of the list.
    case proceed(PagingTarget)
    /// Stop the work of a load, which continues later with a newer ticket than this one.
    case halt(load: Ticket, Ticket)
    case end(load: Ticket, Outcome)
  }

  /// The outcome of a load, whose value or error is that of the list.
  enum Outcome: Equatable, Sendable {
    case loaded
    case failed(PagingTarget)
    case cancelled
    case replaced
    case skipped(SkipReason)
  }

  /// A change of the values that the state of the core does not show.
  enum ContentsChange: Equatable, Sendable {
    /// Start a load of a key from its first page; a deep one from that of the visible list.
    case startLoad(PagingCore.KeyNumber, isDeep: Bool)
    /// Start the failed load again.
    case retryLoad
    /// Let the running load continue to all pages of the visible list.
    case deepen
    /// A page of the list is requested: its result is newer than the edits so far.
    case recordRequest
    /// The list of the running load has failed.
    case failList
    /// A page at an end has failed, or its pages have a fault.
    case fail(ListEnd, PagingError?)
    /// Make the list of the running load the visible one.
    case finishLoad
  }

  private(set) var change = Change.none
  private(set) var steps: [Step] = []
  private(set) var contentsChanges: [ContentsChange] = []
  /// The load that the intent started or joined first; `nil` if none was needed.
  private(set) var load: Ticket?
  /// The reason why the intent started and joined no load.
  private(set) var skipReason = SkipReason.noLoad

  mutating func step(_ step: Step) {
    // Most decisions have two steps.
    if steps.isEmpty { steps.reserveCapacity(2) }
    steps.append(step)
    recordChange()
  }

  mutating func changeContents(_ change: ContentsChange) { contentsChanges.append(change) }
  mutating func end(_ load: Ticket, _ outcome: Outcome) {
    steps.append(.end(load: load, outcome))
    show()
  }

  /// Returns a load to the caller of the intent, unless another load was joined first.
  mutating func join(_ load: Ticket) { if self.load == nil { self.load = load } }

  mutating func skip(_ reason: SkipReason) { skipReason = reason }
  mutating func recordChange() { if change == .none { change = .silent } }
  mutating func show() { change = .shown }
}

/// The part of a list that a page belongs to: a new list, or an end of the visible one.
enum PagingTarget: Hashable, Sendable {
  case list
  case end(ListEnd)

  static let all: [Self] = [.list, .end(.end), .end(.start)]
}

/// One of the two ends of a list.
enum ListEnd: CaseIterable, Sendable {
  case end
  case start

  var other: Self { self == .end ? .start : .end }

  /// Returns true if fewer rows than a distance follow a row towards this end.
  func isNear(_ row: Int, of count: Int, within distance: Int) -> Bool {
    (self == .end ? count - 1 - row : row) < distance
  }
}

/// A value for each end of a list.
struct Ends<Value> {
  var end: Value
  var start: Value

  subscript(side: ListEnd) -> Value {
    get { side == .end ? end : start }
    set { if side == .end { end = newValue } else { start = newValue } }
  }
}

extension Ends: Sendable where Value: Sendable {}
extension Ends: Equatable where Value: Equatable {}
