import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The rules of recording every change, for `ObservableObject` models (10).
@Suite struct ObjectChangesTests {
  @Test func `each value is recorded, also one that changes back`() {
    marbles { m in
      let model = m.keep(Player())
      model.track = 4
      m.expectChanges(of: model.track, on: model, "(45)(670)-1")
      model.track = 5
      m.hot("-a") {
        model.track = 6
        model.track = 7
        model.track = 0
      }
      m.at(.milliseconds(30)) { Task { model.track = 1 } }
    }
  }

  @Test func `an expression over two properties records the value between two sets`() {
    marbles { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) {
        model.track = 1
        model.seconds = 5
        model.seconds = 5
      }
      m.expectChanges(
        of: "\(model.track):\(model.seconds)",
        on: model,
        "a(bc)",
        ["a": "0:0", "b": "1:0", "c": "1:5"]
      )
    }
  }

  @Test func `a property that is not published fails with its time`() {
    let failures = failures {
      marbles { m in
        let model = m.keep(Player())
        m.at(.milliseconds(20)) { model.hidden = 3 }
        m.expectChanges(of: model.hidden, on: model, "0-3")
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "model.hidden: the value changed to 3 at 20ms without a notification."
      ]
    )
  }

  @Test func `a notification after the change is enough`() {
    marbles { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) {
        model.late = 1
        model.late = 2
        model.late = 0
      }
      m.expectChanges(of: model.late, on: model, "0(120)")
    }
  }

  @Test func `a change by the expression itself ends`() {
    marbles { m in
      let model = m.keep(Player())
      m.at(.milliseconds(10)) { model.track = 1 }
      m.expectChanges(of: model.countingTrack, on: model, "01")
    }
  }

  @Test func `a change on another thread is counted and not recorded`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let model = m.keep(Player())
        m.at(.milliseconds(10)) { onAnotherThread { model.track = 1 } }
        m.at(.milliseconds(20)) { model.track = 2 }
        m.expectChanges(of: model.track, on: model, "0-2")
      }
    }
    #expect(
      failures.map { $0.withoutLocation.firstLine } == [
        "model.track: 1 event arrived on another thread or in another run"
      ]
    )
  }

  @Test func `the subscription ends with the run`() {
    weak var released: Player?
    let outlives = PassthroughSubject<Void, Never>()
    marbles { m in
      let model = Player()
      released = model
      m.at(.milliseconds(10)) { [weak model] in model?.track = 1 }
      m.expectChanges(of: model.track, on: model, "01")
    }
    outlives.send()
    #expect(released == nil)
  }

  @Test func `a model of the main actor is read on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let model = m.keep(Screen())
      m.at(.milliseconds(10)) { model.appear() }
      m.expectChanges(
        of: model.title,
        on: model,
        "e(wl)",
        ["e": "", "w": "Waiting", "l": "Loading"]
      )
    }
  }
}

private final class Player: ObservableObject, @unchecked Sendable {
  // SAFETY: one test uses it; another thread uses it while the run waits.
  @Published var track = 0
  @Published var seconds = 0
  @Published private var reads = 0
  var hidden = 0
  var late = 0 { didSet { objectWillChange.send() } }

  var countingTrack: Int {
    reads += 1
    return track
  }
}

@MainActor private final class Screen: ObservableObject {
  @Published private(set) var title = ""

  func appear() {
    title = "Waiting"
    title = "Loading"
  }
}
