/// The jobs that are ready: first in, first out, or in an order drawn from a seed.
struct ReadyQueue {
  private var jobs: [Job] = []
  private var head = 0
  private var generator: SplitMix?

  init(seed: UInt64?) {
    generator = seed.map(SplitMix.init)
  }

  mutating func append(_ job: Job) {
    jobs.append(job)
  }

  mutating func popFirst() -> Job? {
    guard head < jobs.count else { return nil }
    shuffle()
    defer { advance() }
    return jobs[head]
  }

  mutating func removeAll() -> [Job] {
    defer {
      jobs = []
      head = 0
    }
    return Array(jobs[head...])
  }

  private mutating func shuffle() {
    guard generator != nil, jobs.count - head > 1 else { return }
    let other = generator?.next(below: jobs.count - head) ?? 0
    jobs.swapAt(head, head + other)
  }

  private mutating func advance() {
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 256 {
      jobs.removeFirst(head)
      head = 0
    }
  }
}

/// A small generator with a full period, so that every seed gives an order of its own.
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
