import Measuring
import ReactiveLoadable
import Synchronization

/// Optimistic edits: 100 stars, of which each edit sets one, with an observer of them.
enum Edits {
  static let stars = Array(repeating: false, count: 100)

  /// Writes that do not suspend, so that each edit is confirmed before the next one.
  static func writes() -> Contender {
    let loader = loadedStars()
    let observer = loader.states.sink { Total.shared.see($0.value ?? []) }
    let star = Mutation(editing: loader) { (input: Int, stars: inout [Bool]) in
      stars[input % 100].toggle()
    } write: { (input: Int) async throws(Never) -> Int in
      input
    }
    return Contender("edit", repetitions: 10_000) { count in
      for input in 0..<count { star.run(input) }
      withExtendedLifetime((loader, observer)) {}
    }
  }

  static func byHand() -> Contender {
    let stars = StarsByHand { _ in }
    let observer = stars.values.sink { Total.shared.see($0) }
    return Contender("by hand", repetitions: 10_000) { count in
      for input in 0..<count { stars.toggle(input) }
      withExtendedLifetime(observer) {}
    }
  }

  /// One more edit while others are in flight.
  static func more(after others: Int) -> Contender {
    let loader = loadedStars()
    let observer = loader.states.sink { Total.shared.see($0.value ?? []) }
    let held = HeldWrites()
    let star = held.mutation(of: loader)
    for input in 0..<others { star.run(input) }
    return Contender("edit after \(others)", repetitions: 20) { count in
      for input in 0..<count { star.run(input) }
      withExtendedLifetime((loader, observer, held)) {}
    }
  }

  static func moreByHand(after others: Int) -> Contender {
    let held = HeldWrites()
    let stars = StarsByHand { await held.wait($0) }
    let observer = stars.values.sink { Total.shared.see($0) }
    for input in 0..<others { stars.toggle(input) }
    return Contender("by hand after \(others)", repetitions: 20) { count in
      for input in 0..<count { stars.toggle(input) }
      withExtendedLifetime(observer) {}
    }
  }

  /// The start of an edit, and the end of the oldest one, while others are in flight.
  static func endings(after others: Int) -> AsyncContender {
    let loader = loadedStars()
    let held = HeldWrites()
    let star = held.mutation(of: loader)
    let oldest = Mutex((0..<others).map { star.run($0) }[...])
    return AsyncContender("end after \(others)", repetitions: 20) { count in
      for input in 0..<count {
        let write = oldest.withLock { all in
          all.append(star.run(input))
          return all.removeFirst()
        }
        held.endOldest()
        await write.outcome()
      }
      withExtendedLifetime(loader) {}
    }
  }

  private static func loadedStars() -> Loader<NoRequest, [Bool], Never> {
    let loader = Loader { () async throws(Never) -> [Bool] in stars }
    loader.load()
    return loader
  }
}

/// Writes that are in flight until they are ended, the oldest one first.
private final class HeldWrites: Sendable {
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  func mutation(
    of stars: Loader<NoRequest, [Bool], Never>
  ) -> Mutation<Int, Int, Never> {
    Mutation(policy: MutationPolicy(overlap: .concurrent), editing: stars) {
      (input: Int, stars: inout [Bool]) in
      stars[input % 100].toggle()
    } write: { (input: Int) async throws(Never) -> Int in
      await self.wait(input)
      return input
    }
  }

  func wait(_ input: Int) async {
    await withCheckedContinuation { write in waiting.withLock { $0.append(write) } }
  }

  func endOldest() { waiting.withLock { $0.removeFirst() }.resume() }
}

/// The floor of an optimistic edit: the code that a careful engineer writes by hand.
///
/// A lock guards the confirmed value and the edits in flight. Each start and each end of a write replays the
/// edits in flight on the confirmed value. It keeps no history and no state of the write, cancels nothing,
/// and has no failures, no requests and no refreshes.
private final class StarsByHand: Sendable {
  private struct State {
    var confirmed = Edits.stars
    var edits: [(id: Int, input: Int)] = []
    var lastID = 0
  }

  private let state = Mutex(State())
  private let relay = BehaviorRelay(Edits.stars)
  private let write: @Sendable (Int) async -> Void

  init(_ write: @escaping @Sendable (Int) async -> Void) { self.write = write }

  var values: ReadOnlyRelay<[Bool]> { relay.readOnly }

  func toggle(_ input: Int) {
    let (id, visible) = state.withLock { state in
      state.lastID += 1
      state.edits.append((state.lastID, input))
      return (state.lastID, Self.visible(state))
    }
    relay.accept(visible)
    Task.atOnce {
      await self.write(input)
      self.confirm(id)
    }
  }

  private func confirm(_ id: Int) {
    let visible: [Bool]? = state.withLock { state in
      guard let index = state.edits.firstIndex(where: { $0.id == id }) else { return nil }
      state.confirmed[state.edits.remove(at: index).input % 100].toggle()
      return Self.visible(state)
    }
    if let visible { relay.accept(visible) }
  }

  private static func visible(_ state: State) -> [Bool] {
    var visible = state.confirmed
    for edit in state.edits { visible[edit.input % 100].toggle() }
    return visible
  }
}

extension Total {
  static let shared = Total()

  func see(_ stars: [Bool]) { if stars.first == true { count() } }
}
