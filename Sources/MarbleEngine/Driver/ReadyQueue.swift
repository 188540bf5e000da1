/// The ready jobs: first in, first out, unless a strategy decides otherwise.
struct ReadyQueue {
  private var jobs: [Job] = []
  private var head = 0

  mutating func append(_ job: Job) { jobs.append(job) }

  mutating func popFirst(_ strategy: inout SchedulingStrategy) -> Job? {
    guard head < jobs.count else { return nil }
    let pick = strategy.isArrival ? 0 : strategy.pick(of: jobs.count - head)
    // The other jobs keep their order, so one decision changes as little as possible.
    if pick > 0 { jobs.insert(jobs.remove(at: head + pick), at: head) }
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
