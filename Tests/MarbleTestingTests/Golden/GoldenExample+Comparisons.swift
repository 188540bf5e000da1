import AsyncAlgorithms
import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Streams that differ from their diagrams.
  static let comparisons = [
    GoldenExample("a value is late") {
      marbles { m in
        let query = m.hot("-a-(bc)-----|")
        let answers = query.elements.debounce(for: .milliseconds(40), clock: m.clock)
        m.expect(answers, "------c--|")
      }
    },
    GoldenExample("a value is early") {
      marbles { m in
        let words = m.hot("--a-b|")
        m.expect(words, "--a--(b|)")
      }
    },
    GoldenExample("a value is missing") {
      marbles { m in
        let words = m.hot("-a-b-c|")
        m.expect(words.filter { $0 != "b" }, "-a-b-c|")
      }
    },
    GoldenExample("a value is too many") {
      marbles { m in
        let clicks = m.hot("-a-a-b|")
        m.expect(clicks, "-a---b|")
      }
    },
    GoldenExample("a value is different") {
      marbles { m in
        let user = m.hot("-a|", ["a": User(name: "Ada", city: "Paris")])
        m.expect(user, "-a|", ["a": User(name: "Ada", city: "London")])
      }
    },
    GoldenExample("values are out of order") {
      marbles { m in
        let words = m.hot("-(abc)|")
        m.expect(words, "-(acb)|")
      }
    },
    GoldenExample("the end is late") {
      marbles { m in
        let words = m.hot("-a---|")
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("a failure instead of the end") {
      marbles { m in
        let words = m.hot("-a-#", failure: Offline())
        m.expect(words, "-a-|")
      }
    },
    GoldenExample("another failure") {
      marbles { m in
        let words = m.hot("-a-#", failure: HTTPFailure(status: 404))
        m.expect(words, "-a-#", failure: HTTPFailure(status: 500))
      }
    },
    GoldenExample("groups and silences") {
      marbles { m in
        let words = m.hot("a-'long name' 800ms (bc)--|")
        m.expect(words, "a-'long name'- 800ms (cb)-|")
      }
    },
    GoldenExample("a property") {
      marbles { m in
        let model = m.keep(Counter())
        m.hot("-a--b") { _ in model.count += 1 }
        m.expect(reading: { model.count }, "01---2")
      }
    },
    GoldenExample("a property that changes and changes back immediately") {
      marbles { m in
        let model = m.keep(Counter())
        m.hot("-a") {
          model.count += 1
          model.count -= 1
        }
        m.expect(reading: { model.count }, "0(10)")
      }
    },
    GoldenExample("a part of the run") {
      marbles { m in
        let words = m.hot("abcdefgh")
        m.expect(words, "----e-g", checking: .from(.milliseconds(40), to: .milliseconds(70)))
      }
    },
    GoldenExample("the end of a run") {
      marbles { m in
        let words = PassthroughSubject<String, Never>()
        m.at(.milliseconds(10)) { words.send("a") }
        m.expect(words, "-a--b")
      }
    },
    GoldenExample("the end of a run at until") {
      marbles(until: .milliseconds(20)) { m in
        let words = m.hot("-a--b")
        m.expect(words, "-a--b")
      }
    },
    GoldenExample("a value without a name") {
      marbles { m in
        let numbers = m.hot("-12|", ["1": 10, "2": 200])
        m.expect(numbers, "-1|", ["1": 10])
      }
    },
    GoldenExample("the empty text") {
      marbles { m in
        let words = m.hot("''-a")
        m.expect(words, "''-''")
      }
    },
    GoldenExample("a long recording") {
      marbles { m in
        let words = m.hot(String(repeating: "a--", count: 100))
        m.expect(words, "a--a--b")
      }
    },
    GoldenExample("subscriptions") {
      marbles { m in
        let load = m.cold("----x|")
        let clicks = m.hot("-a-b----|")
        m.expect(clicks.map { _ in load }.switchToLatest(), "-------x|")
        m.expectSubscriptions(load, ["-^---!", "---^----!"])
      }
    },
    GoldenExample("values without a name") {
      marbles { m in
        let users = m.hot(
          "-a-b-a-c|",
          [
            "a": User(name: "Ada", city: "Paris"), "b": User(name: "Bea", city: "Rome"),
            "c": User(name: "Cleo", city: "Oslo"),
          ]
        )
        m.expect(users, "-a--", ["a": User(name: "Ada", city: "Paris")])
      }
    },
    GoldenExample("a long value in another frame") {
      marbles { m in
        let users = ["Ada", "Bea", "Cleo", "Dora"].map { User(name: $0, city: "Paris") }
        let moved = users.dropLast() + [User(name: "Dora", city: "Oslo")]
        let lists = m.hot("-a--b-b", ["a": users, "b": Array(moved)])
        m.expect(lists, "-a-----", ["a": users])
      }
    },
  ]
}

private struct User: Equatable {
  let name: String
  let city: String
}

private struct HTTPFailure: Error, Equatable {
  let status: Int
}

private final class Counter {
  var count = 0
}
