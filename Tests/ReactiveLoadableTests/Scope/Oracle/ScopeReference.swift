import ReactiveLoadable

/// An app with many loaders, as the contract of the scope describes it.
///
/// It is written from the contract alone and shares no code with the library: a member is a settled
/// value, a running load and a use; time passes from one end of a load to the next.
struct ScopeReference {
  let script: ScopeScript
  private(set) var members: [Member: ReferenceMember]
  private(set) var server = ReferenceServer()
  private var edits = ReferenceWrites(function: 10)
  private var writes = ReferenceWrites(function: 11)
  private var now = Duration.zero

  init(_ script: ScopeScript) {
    self.script = script
    members = Dictionary(
      uniqueKeysWithValues: Member.allCases.map { ($0, ReferenceMember($0, script)) }
    )
  }

  /// The edits of the edited loader that are visible in its value.
  func shown(_ value: ReferenceServer.Answer) -> Int {
    value.text + 100_000 * edits.shown { $0 > value.time }
  }

  /// Lets time pass, and ends the loads and writes of that time.
  mutating func advance(to time: Duration) {
    while let end = nextEnd, end.time <= time {
      now = end.time
      switch end.what {
      case .load(let member): members[member]?.end(now, server)
      case .write: endWrite()
      case .edit: endEdit()
      }
    }
    now = time
  }

  private enum What { case load(Member), write, edit }

  private var nextEnd: (time: Duration, what: What)? {
    var ends = Member.allCases.compactMap { member in
      members[member]?.run.map { (time: $0.endsAt, what: What.load(member)) }
    }
    if let time = writes.endsAt { ends.append((time, .write)) }
    if let time = edits.endsAt { ends.append((time, .edit)) }
    return ends.min { $0.time < $1.time }
  }

  private mutating func endWrite() {
    guard let key = writes.end(now, script) else { return }
    server.writes += 1
    revalidate(key == 7 ? [.a7, .b] : [.a8, .b])
  }

  private mutating func endEdit() {
    guard edits.end(now, script) != nil else { return }
    server.writes += 1
    revalidate([.a])
  }
}

// MARK: Acts

extension ScopeReference {
  mutating func perform(_ act: ScopeScript.Act) {
    switch act {
    case .loadIfNeeded(let member): members[member]?.loadIfNeeded(now, server)
    case .refresh(let member): members[member]?.refresh(now, server)
    case .cancel(let member): members[member]?.cancel(now, server)
    case .invalidate(let member): members[member]?.invalidate(now)
    case .use(let member): members[member]?.toggleUse(now, server)
    case .revalidate(let tag): revalidate([tag])
    case .cameToFront: forEach { $0.cameToFront($1, $2) }
    case .isOnlineAgain: forEach { $0.isOnlineAgain($1, $2) }
    case .write(let key): writes.run(key, now, script)
    case .edit: edits.run(0, now, script)
    case .signOut: signOut()
    }
  }

  private mutating func forEach(
    _ body: (inout ReferenceMember, Duration, ReferenceServer) -> Void
  ) {
    for member in Member.allCases {
      guard var reference = members[member] else { continue }
      body(&reference, now, server)
      members[member] = reference
    }
  }

  /// Marks each selected member once, whatever number of tags selects it.
  private mutating func revalidate(_ tags: [ScopeScript.Tag]) {
    for member in Member.allCases where tags.contains(where: { $0.selects(member) }) {
      members[member]?.revalidateByTag(now, server)
    }
  }

  private mutating func signOut() {
    writes.removeAll()
    edits.removeAll()
    server.user += 1
    for member in Member.allCases { members[member]?.reset() }
  }
}

extension ScopeScript.Tag {
  fileprivate func selects(_ member: Member) -> Bool {
    switch self {
    case .all: member != .untagged
    case .a: [.edited, .list, .key7, .key8].contains(member)
    case .a7: [.list, .key7].contains(member)
    case .a8: member == .key8
    case .b: member == .aging
    case .unknown: false
    }
  }
}

/// The server: it answers with the user and the number of writes at the start of a request.
struct ReferenceServer: Equatable {
  struct Answer: Equatable {
    let text: Int
    let time: Duration
  }

  var user = 1
  var writes = 0

  func answer(at time: Duration) -> Answer { Answer(text: 1000 * user + writes, time: time) }
}

/// The writes of a mutation, one after the other.
struct ReferenceWrites {
  private let function: Int
  private var calls = 0
  private var waiting: [Int] = []
  private var running: (key: Int, endsAt: Duration, fails: Bool)?
  private var saved: [Duration] = []

  init(function: Int) { self.function = function }

  var endsAt: Duration? { running?.endsAt }

  /// Returns the number of edits that are visible: those in flight and those saved after a time.
  func shown(_ isAfter: (Duration) -> Bool) -> Int {
    waiting.count + (running == nil ? 0 : 1) + saved.count { isAfter($0) }
  }

  mutating func run(_ key: Int, _ now: Duration, _ script: ScopeScript) {
    waiting.append(key)
    startNext(now, script)
  }

  private mutating func startNext(_ now: Duration, _ script: ScopeScript) {
    guard running == nil, !waiting.isEmpty else { return }
    let call = script.call(calls, of: function)
    calls += 1
    running = (waiting.removeFirst(), now + call.time, call.fails)
  }

  /// Ends the running write; returns its key if it is saved.
  mutating func end(_ now: Duration, _ script: ScopeScript) -> Int? {
    guard let ended = running else { return nil }
    running = nil
    if !ended.fails { saved.append(now) }
    startNext(now, script)
    return ended.fails ? nil : ended.key
  }

  mutating func removeAll() { (waiting, running, saved) = ([], nil, []) }
}
