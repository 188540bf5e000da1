/// Values of the examples.
enum FirstLine {
  static let states: [String: ListState] = [
    "n": .empty, "l": .loading, "d": .loaded(["Swift", "Rust", "Go"]),
  ]

  static let ada = Person(name: "Ada", address: Address(city: "London", zip: "N1"))
}

enum ListState: Equatable, Sendable {
  case empty, loading
  case loaded([String])
  case failed(HTTPError)
}

struct HTTPError: Error, Equatable {
  let status: Int
}

struct Person: Equatable, Sendable {
  var name: String
  var address: Address
  var tags: [String] = []
  var scores: [String: Int] = [:]
  var friend: Friend?
  var roles: Set<String> = []
  var state = ListState.empty
}

struct Address: Equatable, Sendable {
  var city: String
  var zip: String
}

final class Friend: Equatable, Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  static func == (one: Friend, other: Friend) -> Bool {
    one.name == other.name
  }
}
