import CombineShim
import MarbleTesting
import Observation
import TestSupport
import Testing

/// The rules of recording every change, for `@Observable` models.
///
/// The numbers are those of the article on testing models.
@Suite struct ChangesTests {
  @Test func `the first value is that of the call and the body changes it in frame 0 (1)`() {
    marbles { m in
      let model = m.keep(Player())
      model.track = 4
      m.expectChanges(of: model.track, "(45)-6")
      m.at(.milliseconds(20)) { model.track = 6 }
      model.track = 5
    }
  }

  @Test func `each value of one step is recorded, also one that changes back (2)`() {
    marbles { m in
      let model = m.keep(Player())
      m.hot("-a-b") {
        model.track += 1
        model.track = 7
        model.track = 0
      }
      m.expectChanges(of: model.track, "0(170)-(170)")
      m.expect(reading: { model.track }, "0")
    }
  }

  @Test func `a set of a value that differs from itself is one change (3)`() {
    let failures = failures {
      marbles { m in
        let meter = m.keep(Meter())
        m.expectChanges(of: meter.level, "1n----2n", ["1": 1, "n": .nan, "2": 2])
        m.hot("-a-b-c") { _ in meter.level = .nan }
        m.at(.milliseconds(60)) { meter.level = 2 }
        m.at(.milliseconds(70)) { meter.level = .nan }
      }
    }
    #expect(failures.first?.text.firstLine.contains("level: 2 different values;") == true)
  }

  @Test func `values of tasks of one instant have their order and time (2)`() {
    marbles { m in
      let (model, clock) = (m.keep(Player()), m.clock)
      m.at(.milliseconds(10)) {
        model.track = 1
        Task {
          model.track = 2
          try await clock.sleep(for: .milliseconds(10))
          model.track = 3
          model.track = 4
        }
      }
      m.expectChanges(of: model.track, "0(12)(34)")
    }
  }

  @Test func `a set in the observer of another property is recorded in order (2)`() {
    marbles { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) { model.title = "Intro" }
      m.expectChanges(
        of: "\(model.title)\(model.seconds)",
        "a(bc)",
        ["a": "0", "b": "Intro0", "c": "Intro5"]
      )
    }
  }

  @Test func `a change in place is recorded (2)`() {
    marbles { m in
      let model = m.keep(Player())
      m.hot("-a-(bc)") { model.queue.append($0) }
      m.expectChanges(
        of: model.queue.joined(),
        "ea-(bc)",
        ["e": "", "a": "a", "b": "ab", "c": "abc"]
      )
    }
  }

  @Test func `changes while the body advances time are recorded (2)`() {
    marbles { m in
      let model = m.keep(Player())
      m.expectChanges(of: model.track, "0-(12)3")
      m.advance(to: .milliseconds(20))
      model.track = 1
      model.track = 2
      m.advance(by: .milliseconds(10))
      model.track = 3
    }
  }

  @Test func `a set of an equal value is no change (3)`() {
    marbles { m in
      let model = m.keep(Player())
      m.hot("-a-a-b", ["a": 1, "b": 2]) { model.track = $0 }
      m.hot("-a-a-b", ["a": 1, "b": 2]) { model.ticket = Ticket(number: $0) }
      m.expectChanges(of: model.track, "01---2")
      m.expectChanges(of: model.ticket.number % 2, "01---0")
    }
  }

  @Test func `an expression over two objects records the value between two sets (4)`() {
    marbles { m in
      let (left, right) = (m.keep(Player()), m.keep(Player()))
      m.at(.milliseconds(10)) {
        left.track = 1
        right.track = 2
      }
      m.expectChanges(of: left.track + right.track, "0(13)")
      m.expectChanges(of: left.next, "1(2)")
    }
  }

  @Test func `of a property read by a new branch the last value of the job is recorded (5)`() {
    marbles { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) {
        model.isOn = true
        model.seconds = 7
        model.seconds = 8
      }
      m.at(.milliseconds(20)) { model.seconds = 9 }
      m.expectChanges(of: model.isOn ? model.seconds : model.track, "089")
    }
  }

  @Test func `a change by the expression itself ends (6)`() {
    marbles { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) { model.track = 1 }
      m.expectChanges(of: model.countingTrack, "01")
    }
  }

  @Test func `an expression without an observable property fails at once (7)`() {
    let failures = failures {
      marbles { m in
        let plain = Plain()
        m.expectChanges(of: plain.number, "0")
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "plain.number: the expression reads no observable property."
      ]
    )
  }

  @Test func `a change without a notification fails with its time (7)`() {
    let failures = failures {
      marbles { m in
        let model = m.keep(Player())
        m.hot("-a-b", ["a": 1, "b": 2]) { model.ignored = $0 }
        m.expectChanges(of: model.track + model.ignored, "01-2")
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "model.track + model.ignored: the value changed to 1 at 10ms without a notification."
      ]
    )
  }

  @Test func `a change on another thread is counted once and not recorded (8)`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let model = m.keep(Player())
        m.at(.zero) { model.track = 5 }
        m.at(.milliseconds(10)) { onAnotherThread { model.track = 1 } }
        m.at(.milliseconds(20)) { model.track = 2 }
        m.expectChanges(of: model.track, "(05)-2")
      }
    }
    #expect(
      failures.map { $0.withoutLocation.firstLine } == [
        "model.track: 1 event arrived on another thread or in another run"
      ]
    )
  }

  @Test func `a model is held until the end of the run and released then (9)`() {
    weak var released: Player?
    marbles { m in
      let model = Player()
      released = model
      m.at(.milliseconds(10)) { [weak model] in model?.track = 1 }
      m.expectChanges(of: model.track, "01")
    }
    #expect(released == nil)
  }

  @Test func `a model that another model releases is a change (9)`() {
    marbles { m in
      let parent = m.keep(Player())
      parent.child = Player()
      m.at(.milliseconds(10)) { parent.child?.track = 1 }
      m.at(.milliseconds(20)) { parent.child = nil }
      m.expectChanges(of: parent.child?.track, "01n", ["0": 0, "1": 1, "n": nil])
    }
  }

  @Test func `a change during clean-up is neither read nor recorded (9)`() {
    let reads = Log<Int>()
    marbles(until: .milliseconds(30)) { m in
      let (model, clock) = (m.keep(Player()), m.clock)
      m.keep(
        AnyCancellable {
          model.track = 5
          model.track = 6
        }
      )
      m.keep(
        Task {
          try? await clock.sleep(for: .seconds(1))
          model.track = 7
          model.track = 8
        }
      )
      m.expectChanges(of: model.track(noting: reads), "0")
    }
    #expect(Set(reads.entries) == [0])
  }

  @Test func `a model of the main actor is read on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let load = m.cold("--d|", ["d": 3])
      let model = m.keep(Screen { try await load() })
      m.at(.milliseconds(10)) { model.appear() }
      m.expectChanges(
        of: model.title,
        "e(wl)-d",
        ["e": "", "w": "Waiting", "l": "Loading", "d": "3 podcasts"]
      )
    }
  }

  @Test func `a task off the main actor changes a model that the main actor reads`() {
    marbles(on: MainActor.shared) { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) { Task { @concurrent in model.track = 1 } }
      m.expectChanges(of: model.track, "01")
    }
  }

  @Test func `every order of two tasks is recorded exactly`() {
    marbles(exploring: 50) { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) {
        Task { model.track += 1 }
        Task { model.track += 1 }
      }
      m.expectChanges(of: model.track, "0(12)")
    }
  }

  @Test func `ten thousand changes of one step are recorded`() {
    marbles { m in
      let (model, other) = (m.keep(Player()), m.keep(Player()))
      m.at(.zero) { for number in 1...10_000 { model.track = number % 2 } }
      let end = String(repeating: "10", count: 5_000)
      m.expectChanges(of: model.track + other.track, "(0\(end))")
    }
  }

  @Test func `other values than drawn can be ignored`() {
    marbles { m in
      let model = m.keep(Player())
      m.hot("-12345") { model.track = Int($0) ?? 0 }
      m.expectChanges(of: model.track, "--2-4", checking: .drawn)
    }
  }
}

@Observable private final class Player: @unchecked Sendable {
  // SAFETY: one test uses it; another thread uses it while the run waits.
  var track = 0
  var seconds = 0
  var isOn = false
  var title = "" { didSet { seconds = title.count } }
  var queue: [String] = []
  var ticket = Ticket(number: 0)
  var child: Player?
  @ObservationIgnored var ignored = 0
  var next: Int { track + 1 }
  private(set) var reads = 0

  func track(noting reads: Log<Int>) -> Int {
    reads.note(track)
    return track
  }

  var countingTrack: Int {
    reads += 1
    return track + reads * 0
  }
}

/// A value that is not `Equatable`.
private struct Ticket {
  var number: Int
}

private final class Plain {
  var number = 0
}

@Observable @MainActor private final class Screen {
  private(set) var title = ""
  private let load: () async throws -> Int

  init(load: @escaping () async throws -> Int) {
    self.load = load
  }

  func appear() {
    title = "Waiting"
    title = "Loading"
    Task { title = "\(try await load()) podcasts" }
  }
}

@Observable private final class Meter {
  var level = 1.0
}
