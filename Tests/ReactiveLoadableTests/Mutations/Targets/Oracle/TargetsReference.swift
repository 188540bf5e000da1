import ReactiveLoadable

/// The values of an app whose writes edit several of them, by contracts L12 and L21.
///
/// Independent of the code: it never folds edits into a value. A value shows every edit whose write is
/// in flight, or was saved after the value was requested.
struct TargetsReference {
  struct Edit {
    let write: Write
    /// The time of the save, and the version of the server's answer; `nil` in flight.
    var saved: (time: Int, version: Int)?
  }

  struct Target {
    var base: (value: Counted, requested: Int)?
    var edits: [Edit] = []
    /// The number of the load in flight, and the time of its start.
    var running: (number: Int, time: Int)?
    var hasFailed = false
    var hasRequest = false
    var rows = 0
    /// The last time at which the end of a write left the value different from the server's.
    var lastLoss = 0
  }

  private(set) var targets: [Place: Target] = [:]
  var lists: [String: ListTarget] = [:]
  /// The writes in flight, in the order of their calls.
  private(set) var open: [Write] = []
  /// The requests of pages that no list should have made.
  var unexpected: [PageRequest<String, Int>] = []
  /// The time of each write in the server.
  private var written: [Int: Int] = [:]
  private(set) var lastWrite = 0
  private var lastLoad = 0
  private var time = 0

  init() {
    for place in Place.allCases { targets[place] = Target() }
    for key in ServerList.keys { lists[key] = ListTarget() }
  }

  subscript(place: Place) -> Target {
    get { targets[place] ?? Target() }
    set { targets[place] = newValue }
  }

  /// The value that a target must show.
  func shown(_ place: Place) -> Counted? {
    guard let base = self[place].base else { return nil }
    return self[place].edits.reduce(into: base.value) { value, edit in
      guard let saved = edit.saved else { return value.change(edit.write.id) }
      if saved.time > base.requested { value.confirm(edit.write.id, saved.version) }
    }
  }

  /// Returns whether a target must show the value of the server, now that nothing is in flight.
  func isCurrent(_ place: Place) -> Bool {
    guard let base = self[place].base else { return false }
    return base.requested > self[place].lastLoss
  }

  private func isHeld(_ place: Place) -> Bool {
    self[place].rows > 0 || open.contains { $0.places.contains(place) }
  }

  mutating func tick() -> Int {
    time += 1
    return time
  }
}

extension Counted {
  /// The change of a write in flight.
  mutating func change(_ id: Int) {
    ids.insert(id)
    count += 1
    trace += "c\(id)"
  }

  /// The change of a saved write: the value may contain it already.
  mutating func confirm(_ id: Int, _ version: Int) {
    ids.insert(id)
    if self.version < version { count += 1 }
    trace += "k\(id)"
  }
}

// MARK: Calls

extension TargetsReference {
  /// Returns whether the contract says what an act does now.
  func allows(_ act: TargetsScript.Act) -> Bool {
    switch act {
    case .refresh(let place):
      Place.keys.contains(place) ? self[place].rows > 0 : self[place].hasRequest
    case .set(let place): self[place].base != nil
    case .disappear(let place): self[place].rows > 0
    case .remove(let place): !isHeld(place)
    case .cancelWrite(let index): open.indices.contains(index)
    case .load, .cancel, .reset, .appear, .run, .cancelAll, .list: true
    }
  }

  mutating func perform(_ act: TargetsScript.Act, _ server: Counted) {
    switch act {
    case .load(let place): loadIfNeeded(place)
    case .refresh(let place): if self[place].running == nil { start(place) }
    case .cancel(let place): self[place].running = nil
    case .set(let place):
      self[place].base = (server, tick())
      self[place].hasFailed = false
    case .reset(let place):
      for place in Place.keys.contains(place) ? Place.keys : [place] { reset(place) }
    case .appear(let place):
      self[place].rows += 1
      loadIfNeeded(place)
    case .disappear(let place):
      self[place].rows -= 1
      release(place)
    case .remove(let place): self[place] = Target()
    case .run(let write): run(write.numbered(lastWrite + 1))
    case .cancelWrite(let index): end(open[index], version: nil)
    case .cancelAll(let mutation):
      for write in open where write.mutation == mutation { end(write, version: nil) }
    case .list(let key, let intent): perform(intent, of: key)
    }
  }

  private mutating func loadIfNeeded(_ place: Place) {
    if self[place].running == nil, self[place].base == nil || self[place].hasFailed { start(place) }
  }

  private mutating func start(_ place: Place) {
    lastLoad += 1
    self[place].running = (lastLoad, tick())
    self[place].hasRequest = true
  }

  /// Cancels the load of a key that nothing needs.
  private mutating func release(_ place: Place) {
    if Place.keys.contains(place), !isHeld(place) { self[place].running = nil }
  }

  private mutating func reset(_ place: Place) {
    let rows = self[place].rows
    let now = tick()
    let isLossy = self[place].edits.contains { $0.saved == nil }
    self[place] = Target()
    (self[place].rows, self[place].lastLoss) = (rows, isLossy ? now : 0)
  }

  private mutating func run(_ write: Write) {
    lastWrite = write.id
    open.append(write)
    for place in write.places { self[place].edits.append(Edit(write: write)) }
    startEdits(of: write)
  }
}

// MARK: Results

extension TargetsReference {
  /// Ends a load of this number, with the value or `nil` for a failure.
  mutating func end(_ number: Int?, of place: Place, _ value: Counted?) {
    guard let running = self[place].running, running.number == number else { return }
    self[place].running = nil
    self[place].hasFailed = value == nil
    if let value { self[place].base = (value, running.time) }
  }

  /// Records that the server has added a write.
  mutating func write(_ write: Write) {
    written[write.id] = tick()
    // A client that has dropped the edit does not show the write before it loads again.
    for place in write.places where !self[place].edits.contains(where: { $0.write == write }) {
      self[place].lastLoss = time
    }
    recordLosses(of: write, at: time)
  }

  /// Ends a write, with the version of the answer or `nil` if it is rolled back.
  mutating func end(_ write: Write, version: Int?) {
    guard let index = open.firstIndex(of: write) else { return }
    open.remove(at: index)
    let now = tick()
    for place in write.places {
      if let index = self[place].edits.firstIndex(where: { $0.write == write }) {
        if let version {
          self[place].edits[index].saved = (now, version)
        } else {
          self[place].edits.remove(at: index)
          if written[write.id] != nil { self[place].lastLoss = now }
        }
      }
      release(place)
    }
    endEdits(of: write, isSaved: version != nil, isLost: written[write.id] != nil, at: now)
  }
}
