import IssueReporting
import ReactiveLoadable
import TestSupport
import Testing

@Suite("R10 Accepting inside an update")
struct R10ReentrantUpdateTests {
  private let relay = BehaviorRelay(0, line: 4_711)
  private let runs = Box(0)

  /// Runs an update whose closure has a side effect, at most ten times.
  private func update(_ inner: () -> Void) -> [Failure] {
    failures {
      relay.update { value in
        runs.value += 1
        if runs.value < 10 { inner() }
        value += 1
      }
    }
  }

  @Test func `an update inside an update is reported, and the outer one replaces it`() {
    let reports = update { relay.update { $0 += 1 } }
    #expect(relay.value == 2)
    #expect(runs.value == 2)
    #expect(reports.map(\.line) == [4_711])
    #expect(reports.first?.text.contains("R10ReentrantUpdateTests.swift:4711") == true)
  }

  @Test func `the inner change precedes the outer one`() {
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    _ = update { relay.update { $0 += 10 } }
    #expect(log.entries == [0, 10, 20, 11])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an accept inside an update is reported, and replaced`() {
    let reports = update { relay.accept(5) }
    #expect(relay.value == 6)
    #expect(runs.value == 2)
    #expect(reports.count == 1)
  }

  @Test func `an accept through another relay inside an update is reported`() {
    let other = PublishRelay<Int>()
    let binding = other.bind(to: relay)
    let reports = update { other.accept(5) }
    #expect(relay.value == 6)
    #expect(runs.value == 2)
    #expect(reports.count == 1)
    withExtendedLifetime(binding) {}
  }

  @Test func `an accept inside a first run only is reported, and kept`() {
    let reports = update { if runs.value == 1 { relay.accept(10) } }
    #expect(relay.value == 11)
    #expect(runs.value == 2)
    #expect(reports.count == 1)
  }

  @Test func `several accepts inside an update are reported once`() {
    let reports = update { for value in 1...3 { relay.accept(value) } }
    #expect(relay.value == 4)
    #expect(reports.count == 1)
  }

  @Test func `three nested updates end, with a report for each outer one`() {
    let reports = update { relay.update { _ in relay.update { $0 += 1 } } }
    #expect(relay.value > 0)
    #expect(!reports.isEmpty)
  }

  @Test func `an update inside an update within a delivery is reported`() {
    let log = Log<Int>()
    let reports = Box<[Failure]>([])
    let subscription = relay.sink { value in
      log.note(value)
      if value == 100 { reports.value = update { relay.accept(5) } }
    }
    relay.accept(100)
    #expect(log.entries == [0, 100, 5, 5, 6])
    #expect(reports.value.count == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `an accept of another thread between them is not lost`() {
    let reports = update {
      relay.accept(5)
      if runs.value < 4 { onThreads(1) { _ in relay.accept(7) } }
    }
    #expect(relay.value == 8)
    #expect(runs.value == 4)
    #expect(reports.count == 1)
  }

  @Test func `a nested update that throws has no effect`() {
    struct Refused: Error {}
    let reports = update {
      try? relay.update { value throws(Refused) in
        value = 9
        throw Refused()
      }
    }
    #expect(relay.value == 1)
    #expect(runs.value == 1)
    #expect(reports.isEmpty)
  }

  @Test func `an accept on another relay inside an update is not reported`() {
    let other = BehaviorRelay(0)
    let reports = update { other.update { $0 += 1 } }
    #expect(relay.value == 1)
    #expect(other.value == 1)
    #expect(reports.isEmpty)
  }
}
