import CombineShim
import MarbleTesting
import Observation
import TestSupport
import Testing

@Suite struct ReadingTests {
  @Test func `a property is read when all work of the frame is done`() {
    marbles { m in
      let model = m.keep(Model())
      m.hot("-a-(bc)--d", ["a": 1, "b": 2, "c": 3, "d": 3]) { model.number = $0 }
      m.expect(reading: { model.number }, "01-(23)")
    }
  }

  @Test func `a value that changes back within a frame is not seen`() {
    marbles { m in
      let model = m.keep(Model())
      m.at(.milliseconds(20)) {
        model.number = 5
        model.number = 0
        Task { model.number = 7 }
      }
      m.expect(reading: { model.number }, "0-7")
    }
  }

  @Test func `an observable model of the main actor is read on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let load = m.cold("--d|", ["d": 3])
      let model = m.keep(Screen { try await load() })
      m.at(.milliseconds(10)) { model.appear() }
      m.expect(reading: { model.title }, "el-d", ["e": "", "l": "Loading", "d": "3 podcasts"])
    }
  }

  @Test @MainActor func `the changes of an observable model are a sequence`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    marbles(until: .milliseconds(100)) { m in
      let load = m.cold("--d|", ["d": 3])
      let model = m.keep(Screen { try await load() })
      m.at(.milliseconds(10)) { model.appear() }
      m.expect(
        Observations { model.title },
        "el-d",
        ["e": "", "l": "Loading", "d": "3 podcasts"]
      )
    }
  }

  @Test @MainActor func `a sequence of changes lacks values that change back`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    marbles(until: .milliseconds(100)) { m in
      let model = m.keep(Titles())
      m.hot("-a-b") { _ in
        model.title = "Waiting"
        model.title = "Loading"
        model.title = ""
      }
      m.hot("-----cd") { model.title = $0 }
      m.expect(Observations { model.title }, "ee-e-cd", ["e": "", "c": "c", "d": "d"])
      m.expectChanges(
        of: model.title,
        "e(wle)-(wle)-cd",
        ["e": "", "w": "Waiting", "l": "Loading", "c": "c", "d": "d"]
      )
    }
  }

  @Test func `an observable object is a publisher`() {
    marbles { m in
      let model = m.keep(Old())
      m.hot("-a-b", ["a": 1, "b": 2]) { model.number = $0 }
      m.expect(model.$number, "01-2")
      m.expect(model.objectWillChange.map { model.number }, "-0-1")
    }
  }

  @Test func `a different value is marked`() {
    let failures = failures {
      marbles { m in
        let model = m.keep(Model())
        m.at(.milliseconds(20)) { model.number = 4 }
        m.expect(reading: { model.number }, "0-5")
      }
    }
    #expect(failures.map(\.text).map { $0.contains("expected 5; 4 arrived") } == [true])
  }

  @Test func `an expression does not complete`() {
    let failures = failures { marbles { m in m.expect(reading: { 1 }, "1|") } }
    #expect(
      failures.first?.text.firstLine == """
        Invalid diagram: column 2: expected a value: a closure or an expression does not complete, \
        found '|'.
        """
    )
  }
}

private final class Model: @unchecked Sendable {
  // SAFETY: one test uses it, on the thread of its run.
  var number = 0
}

private final class Old: ObservableObject {
  @Published var number = 0
}

@Observable @MainActor private final class Screen {
  private(set) var title = ""
  private let load: () async throws -> Int

  init(load: @escaping () async throws -> Int) {
    self.load = load
  }

  func appear() {
    title = "Loading"
    Task { title = "\(try await load()) podcasts" }
  }
}

@Observable @MainActor private final class Titles {
  var title = ""
}
