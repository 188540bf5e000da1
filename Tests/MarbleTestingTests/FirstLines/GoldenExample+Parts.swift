import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Readings, checks of a part, and several streams.
  static let parts = [
    GoldenExample("a reading too early") {
      marbles { m in
        let model = m.keep(Counter())
        m.hot("-a--b") { _ in model.count += 1 }
        m.expect(reading: { model.count }, "01---2")
      }
    },
    GoldenExample("a different reading") {
      marbles { m in
        let model = m.keep(Counter())
        m.hot("-a--b") { _ in model.count += 2 }
        m.expect(reading: { model.count }, "02--3")
      }
    },
    GoldenExample("a wrong order where only the order is checked") {
      marbles { m in
        let words = m.hot("-a--c--b")
        m.expect(words, "abc", checking: .order)
      }
    },
    GoldenExample("a value too many in a part of the run") {
      marbles { m in
        let words = m.hot("abcdefgh")
        m.expect(words, "----e-g", checking: .from(.milliseconds(40), to: .milliseconds(70)))
      }
    },
    GoldenExample("two failing streams") {
      marbles { m in
        let words = m.hot("-a-b"), numbers = m.hot("-1-2")
        m.expect(words, "-a-c")
        m.expect(numbers, "-1--2")
      }
    },
    GoldenExample("the wrong frame") {
      marbles(frame: .milliseconds(1)) { m in
        let words = m.hot("-a 20ms b|")
        m.expect(words, "-a--b|")
      }
    },
    GoldenExample("a run that ends at until") {
      marbles(until: .milliseconds(20)) { m in
        let words = m.hot("-a--b")
        m.expect(words, "-a--b")
      }
    },
    GoldenExample("a call of a function") {
      marbles { m in
        let model = m.keep(Counter())
        m.expect(model.results(for: "a", "b"), "(ab)")
      }
    },
    GoldenExample("a published property") {
      marbles { m in
        let model = m.keep(Player())
        m.hot("-p") { _ in model.title = "Pause" }
        m.expect(model.$title, "'Play'-'Pause'")
      }
    },
  ]
}

private final class Counter {
  var count = 0

  func results(for one: String, _ other: String) -> some Publisher<String, Never> {
    [one, one].publisher
  }
}

private final class Player {
  @Published var title = "Play"
}
