import Testing

@testable import ReactiveLoadable
@testable import ReactiveRelays

/// The scheduling of deliveries and their calls, event by event.
@Suite struct `The queue before the main actor (V1, V2, V3, V4)` {
  @Test func `delivery of a batch ends when nothing waits`() {
    var queue = MainActorQueue<Int>()
    _ = queue.append(1)
    let continues = queue.mustContinue()
    let first = queue.next()
    let stillContinues = queue.mustContinue()
    let mustDeliver = queue.append(2)
    #expect((continues, first, stillContinues) == (true, 1, false))
    #expect(mustDeliver, "the next value schedules a delivery")
  }

  enum Event: Sendable { case begin, append(Int), next, end, close }

  struct Case: Sendable, CustomTestStringConvertible {
    let events: [Event]
    let answers: [String]
    var testDescription: String { "\(events)" }
  }

  @Test(arguments: [
    Case(events: [.next], answers: ["done"]),
    Case(events: [.append(1)], answers: ["deliver"]),
    Case(events: [.append(1), .append(2)], answers: ["deliver", "wait"]),
    Case(events: [.append(1), .next, .append(2)], answers: ["deliver", "1", "wait"]),
    Case(
      events: [.append(1), .append(2), .next, .next, .next],
      answers: ["deliver", "wait", "1", "2", "done"]
    ),
    Case(
      events: [.append(1), .next, .next, .append(2), .next],
      answers: ["deliver", "1", "done", "deliver", "2"]
    ),
    Case(
      events: [.append(1), .append(2), .next, .close, .next, .append(3), .next],
      answers: ["deliver", "wait", "1", "drops 1", "done", "wait", "done"]
    ),
    Case(events: [.begin, .end, .begin], answers: ["starts", "ended", "starts"]),
    Case(events: [.begin, .begin, .append(1)], answers: ["starts", "waits", "wait"]),
    Case(
      events: [.begin, .append(1), .end, .begin, .next, .end, .begin],
      answers: ["starts", "wait", "continues", "waits", "1", "ended", "starts"]
    ),
    Case(
      events: [.append(1), .begin, .next, .begin],
      answers: ["deliver", "waits", "1", "waits"]
    ),
    Case(
      events: [.begin, .append(1), .close, .end, .begin, .append(2)],
      answers: ["starts", "wait", "drops 1", "ended", "waits", "wait"]
    ),
    Case(events: [.append(1), .close, .close], answers: ["deliver", "drops 1", "drops 0"]),
    Case(
      events: [.close, .append(1), .next, .close],
      answers: ["drops 0", "wait", "done", "drops 0"]
    ),
  ])
  func `deliveries do not overlap, and keep their order`(_ example: Case) {
    var queue = MainActorQueue<Int>()
    #expect(example.events.map { answer(of: &queue, to: $0) } == example.answers)
  }

  private func answer(of queue: inout MainActorQueue<Int>, to event: Event) -> String {
    switch event {
    case .begin: queue.begin() ? "starts" : "waits"
    case .end: queue.mustContinue() ? "continues" : "ended"
    case .append(let value): queue.append(value) ? "deliver" : "wait"
    case .next: queue.next().map(String.init) ?? "done"
    case .close: "drops \(queue.close().count)"
    }
  }
}
