import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Values that differ in one field.
  static let fields = [
    field("a field of a struct") { $0.name = "Bea" },
    field("a field of a nested struct") { $0.address.city = "Paris" },
    field("an element of an array") { $0.tags[1] = "rust" },
    field("an element missing from an array") { $0.tags.remove(at: 1) },
    field("an element too many in an array") { $0.tags.insert("zig", at: 0) },
    field("an entry of a dictionary") { $0.scores["chess"] = 9 },
    field("an entry missing from a dictionary") { $0.scores["go"] = nil },
    field("a member of a set") { $0.roles = ["admin", "guest"] },
    field("an optional") { $0.friend = nil },
    field("an enum in a field") { $0.state = .loading },
    field("two fields") {
      $0.name = "Bea"
      $0.address.zip = "N2"
    },
    GoldenExample("the payload of an enum") {
      marbles { m in
        let states = m.hot("n-x|", ["n": .empty, "x": ListState.loaded(["Swift", "Rust", "Zig"])])
        m.expect(states, "n-d|", FirstLine.states)
      }
    },
    GoldenExample("another case of an enum") {
      marbles { m in
        let states = m.hot("n-x|", ["n": .empty, "x": ListState.failed(HTTPError(status: 404))])
        m.expect(states, "n-d|", FirstLine.states)
      }
    },
    GoldenExample("a long string") {
      let text = String(repeating: "long ", count: 20)
      marbles { m in
        let bodies = m.hot("-a|", ["a": text + "Go" + text])
        m.expect(bodies, "-a|", ["a": text + "Rust" + text])
      }
    },
    GoldenExample("a list of a thousand") {
      let people = (1...1_000).map { Person(name: "\($0)", address: FirstLine.ada.address) }
      marbles { m in
        var changed = people
        changed[412].address.zip = "N2"
        let lists = m.hot("-p|", ["p": changed])
        m.expect(lists, "-p|", ["p": people])
      }
    },
    GoldenExample("a text that is equal") {
      marbles { m in
        let friends = m.hot("-f|", ["f": Opaque(1)])
        m.expect(friends, "-f|", ["f": Opaque(2)])
      }
    },
  ]

  private static func field(
    _ name: String,
    _ change: @escaping @Sendable (inout Person) -> Void
  ) -> GoldenExample {
    GoldenExample(name) {
      var ada = FirstLine.ada
      ada.tags = ["swift", "go", "c"]
      ada.scores = ["chess": 7, "go": 3]
      ada.roles = ["admin", "owner"]
      ada.friend = Friend("Bea")
      var changed = ada
      change(&changed)
      marbles { m in
        let people = m.hot("-p|", ["p": changed])
        m.expect(people, "-p|", ["p": ada])
      }
    }
  }
}

/// A value that prints like every other one.
private struct Opaque: Equatable, CustomReflectable {
  private let value: Int

  init(_ value: Int) {
    self.value = value
  }

  var customMirror: Mirror { Mirror(self, children: []) }
}
