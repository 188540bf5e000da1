import ReactiveLoadable
import ReactiveStore
import TestSupport

/// The writes that a value contains: 1 for each edit in flight, 10 for each saved one, 100 for each
/// that the server has.
struct Tally: Hashable, Sendable {
  /// The number of the load that returned it.
  var load = 0
  var counts: [Int: Int] = [:]

  mutating func add(_ count: Int, of write: Int) { counts[write, default: 0] += count }
}

struct TallyRow: Hashable, Identifiable, Sendable {
  var id = 1
  var tally = Tally()
}

enum TallyPlace: Hashable, Sendable, CaseIterable {
  case badge, even, odd, row

  /// Returns whether a write edits the value.
  func isEdited(by write: Int) -> Bool {
    switch self {
    case .badge, .row: true
    case .even: write % 2 == 0
    case .odd: write % 2 == 1
    }
  }
}

/// The values of a state whose writes edit several of them, by contract S20.
///
/// Independent of the code: it keeps what each load has returned, and adds to it every edit whose
/// write is in flight, or was saved after that load had started. It folds nothing.
struct TalliesReference: Sendable {
  private struct Edit {
    let write: Int
    /// The time of the save; `nil` in flight.
    var savedAt: Int?
  }

  private struct Target {
    var base: Tally?
    var edits: [Edit] = []
  }

  private var targets: [TallyPlace: Target] = [:]
  private var starts: [Int: Int] = [0: 0]
  private var time = 0

  private mutating func tick() -> Int {
    time += 1
    return time
  }

  /// Records the call of a load function.
  mutating func start(_ load: Int) { starts[load] = tick() }

  /// Returns the value that a target must show.
  func value(_ place: TallyPlace) -> Tally? {
    guard let target = targets[place], var value = target.base else { return nil }
    for edit in target.edits {
      if let savedAt = edit.savedAt {
        if savedAt > starts[value.load] ?? 0 { value.add(10, of: edit.write) }
      } else {
        value.add(1, of: edit.write)
      }
    }
    return value
  }

  mutating func run(_ write: Int) {
    for place in TallyPlace.allCases where place.isEdited(by: write) {
      targets[place, default: Target()].edits.append(Edit(write: write))
    }
  }

  mutating func end(_ write: Int, isSaved: Bool) {
    let now = tick()
    for place in TallyPlace.allCases {
      guard let index = targets[place]?.edits.firstIndex(where: { $0.write == write }) else {
        continue
      }
      if isSaved { targets[place]?.edits[index].savedAt = now }
      if !isSaved { targets[place]?.edits.remove(at: index) }
    }
  }

  mutating func cancelWrites() {
    for place in TallyPlace.allCases { targets[place]?.edits.removeAll { $0.savedAt == nil } }
  }

  mutating func load(_ tally: Tally, _ place: TallyPlace) {
    targets[place, default: Target()].base = tally
  }

  /// A value that is set contains everything that was saved before.
  mutating func set(_ tally: Tally, _ place: TallyPlace) {
    var tally = tally
    tally.load = -tick()
    starts[tally.load] = time
    load(tally, place)
  }

  mutating func reset(_ place: TallyPlace) { targets[place] = nil }
}
