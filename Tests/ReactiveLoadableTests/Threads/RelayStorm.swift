import Dispatch
import ReactiveLoadable
import Synchronization

/// Threads with all calls to one relay concurrently, and the log of their results.
///
/// Every value is unique, so the log of a subscriber that stays from start to end is the total
/// order, with which all others are compared.
final class RelayStorm: Sendable {
  private let relay = BehaviorRelay(0)
  private let witness = Recorder()
  private let threads: Int
  private let operations: Int
  private let nested = Atomic<Int>(0)
  private let unrested = Atomic<Int>(0)
  private let accounts: [StormAccount]

  init(threads: Int, operations: Int) {
    self.threads = threads
    self.operations = operations
    accounts = (0..<threads).map { _ in StormAccount() }
    witness.handle = relay.sink { [witness] in witness.note($0) }
  }

  func run() {
    onThreads(threads) { [self] id in
      var rider = StormRider(id: id, relay: relay, account: accounts[id]) { [self] in
        (threads + 1) << 32 | nested.add(1, ordering: .relaxed).newValue
      }
      for _ in 0..<operations / threads { rider.step() }
    }
    rest()
  }

  /// Waits for pending deliveries: the last subscriber is the last to receive a value.
  private func rest() {
    let end = DispatchSemaphore(value: 0)
    let value = (threads + 2) << 32
    let last = relay.sink { if $0 == value { end.signal() } }
    accounts[0].accepts += 1
    relay.accept(value)
    if end.wait(timeout: .now() + Stress.longestWait) == .timedOut {
      unrested.add(1, ordering: .relaxed)
    }
    last.cancel()
  }
}

/// The calls and results of one thread.
final class StormAccount: @unchecked Sendable {
  // SAFETY: one thread writes it, and it is read when that has ended.
  var unlimited: [Recorder] = []
  var slow: [Recorder] = []
  var updates: [(old: Int, new: Int)] = []
  /// Values that were accepted or read here, in the order of time.
  var moments: [Int] = []
  var accepts = 0
}

/// The calls of one thread.
struct StormRider {
  private let id: Int
  private let relay: BehaviorRelay<Int>
  private let account: StormAccount
  private let nextNested: () -> Int
  private var random: SeededGenerator
  private var count = 0
  private var live: [Recorder] = []
  private var slow: [Recorder] = []

  init(
    id: Int,
    relay: BehaviorRelay<Int>,
    account: StormAccount,
    nextNested: @escaping () -> Int
  ) {
    self.id = id
    self.relay = relay
    self.account = account
    self.nextNested = nextNested
    random = SeededGenerator(UInt64(id))
  }

  mutating func step() {
    switch random.below(100) {
    case 0..<45: accept()
    case 45..<60: account.moments.append(relay.value)
    case 60..<75: update()
    case 75..<83: join()
    case 83..<92: leave()
    case 92..<94: joinSlowly()
    case 94..<98: pull()
    default: leaveSlowly()
    }
  }

  private mutating func fresh() -> Int {
    count += 1
    account.accepts += 1
    return (id + 1) << 32 | count
  }

  private mutating func accept() {
    let value = fresh()
    relay.accept(value)
    account.moments.append(value)
  }

  private mutating func update() {
    let new = fresh()
    let old = relay.update { value in
      defer { value = new }
      return value
    }
    account.updates.append((old, new))
    account.moments.append(new)
  }

  private mutating func join() {
    guard live.count < 3 else { return }
    let recorder = Recorder()
    recorder.bounds.before = relay.value
    let isReentrant = random.below(8) == 0
    if isReentrant { recorder.hook = reentrantWork(of: recorder) }
    recorder.handle = relay.sink { recorder.note($0) }
    recorder.bounds.after = isReentrant ? 0 : relay.value
    live.append(recorder)
    account.unlimited.append(recorder)
  }

  /// Accepts, subscribes and cancels inside a callback, at random.
  private func reentrantWork(of recorder: Recorder) -> (Int) -> Void {
    let (relay, nextNested) = (relay, nextNested)
    return { [unowned recorder] _ in
      if recorder.log.count % 64 == 1 { relay.accept(nextNested()) }
      guard recorder.log.count % 256 == 3 else { return }
      let passing = Recorder()
      let handle = relay.sink { passing.note($0) }
      handle.cancel()
    }
  }

  private mutating func leave() {
    guard !live.isEmpty else { return }
    live.remove(at: random.below(live.count)).cancel()
  }

  private mutating func joinSlowly() {
    guard slow.count < 3 else { return }
    let recorder = Recorder(first: random.below(3), more: random.below(2))
    relay.subscribe(recorder)
    slow.append(recorder)
    account.slow.append(recorder)
  }

  private mutating func pull() {
    guard !slow.isEmpty else { return }
    let demand: Subscribers.Demand = random.below(50) == 0 ? .unlimited : .max(1 + random.below(3))
    slow[random.below(slow.count)].subscription?.request(demand)
  }

  private mutating func leaveSlowly() {
    guard !slow.isEmpty else { return }
    slow.remove(at: random.below(slow.count)).cancel()
  }
}

// MARK: The account

extension RelayStorm {
  /// The violations of the contract; the first few of each kind.
  func faults() -> [String] {
    let order = Order(witness.log)
    let unlimited = accounts.flatMap(\.unlimited)
    let slow = accounts.flatMap(\.slow)
    defer {
      for recorder in [witness] + unlimited + slow where !recorder.isCancelled { recorder.cancel() }
    }
    return order.faults
      + (unlimited + slow + [witness]).flatMap(\.faults)
      + totals()
      + unlimited.flatMap { gaps(of: $0, in: order) }
      + slow.flatMap { order.isForward($0.log) ? [] : ["a slow subscriber goes backwards"] }
      + accounts.flatMap { account in
        (order.isForward(account.moments, allowsRepeats: true) ? [] : ["a read goes backwards"])
          + account.updates.compactMap {
            order.isNext($0.new, after: $0.old) ? nil : "a torn update"
          }
      }
  }

  private func totals() -> [String] {
    let accepts = accounts.reduce(nested.load(ordering: .relaxed)) { $0 + $1.accepts }
    return [
      unrested.load(ordering: .relaxed) == 0
        ? nil : "the last accept was not delivered within five minutes",
      witness.log.count == accepts + 1
        ? nil : "\(accepts) accepts, \(witness.log.count - 1) delivered",
      witness.log.last == relay.value ? nil : "the last delivered is not the value",
    ].compactMap { $0 }
  }

  private func gaps(of recorder: Recorder, in order: Order) -> [String] {
    guard let first = recorder.log.first else { return ["no first value"] }
    return [
      order.isRun(recorder.log) ? nil : "a gap or a repeat",
      order.isForward([recorder.bounds.before, first], allowsRepeats: true)
        ? nil : "a first value older than one read before",
      recorder.bounds.after == 0
        || order.isForward([first, recorder.bounds.after], allowsRepeats: true)
        ? nil : "a first value newer than one read after",
      recorder.isCancelled || recorder.log.last == relay.value
        ? nil : "a live subscriber does not end with the value",
    ].compactMap { $0 }
  }
}

/// A total order of unique values.
struct Order {
  private var places: [Int: Int] = [:]
  private(set) var faults: [String] = []

  init(_ values: [Int]) {
    for (place, value) in values.enumerated() where places.updateValue(place, forKey: value) != nil
    {
      faults.append("\(value) is duplicated")
    }
  }

  func isRun(_ values: [Int]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { isNext($1, after: $0) }
  }

  func isFirst(_ value: Int) -> Bool { places[value] == 0 }

  func isNext(_ new: Int, after old: Int) -> Bool {
    guard let from = places[old], let to = places[new] else { return false }
    return to == from + 1
  }

  func isForward(_ values: [Int], allowsRepeats: Bool = false) -> Bool {
    let found = values.compactMap { places[$0] }
    return found.count == values.count
      && zip(found, found.dropFirst()).allSatisfy { $0 < $1 || (allowsRepeats && $0 == $1) }
  }
}
