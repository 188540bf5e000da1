// Declarations that the statements of the article on common screens use without defining them.
import ReactiveLoadable

nonisolated struct Found: Identifiable, Sendable {
  let id: String
}

struct Todo: Hashable, Sendable {
  let id: Int
}

struct API: Sendable {
  func add(_ todo: Todo) async throws {}
  func account() async throws -> [String] { [] }
  func poster(_ id: Int) async throws -> String { "" }

  func search(
    _ text: String,
    page: Int
  ) async throws -> (rows: [Found], number: Int, isLast: Bool) {
    ([], page, true)
  }
}

let api = API()
let todos = Loader { () async throws in [Todo(id: 0)] }
let query = BehaviorRelay("")
let row = Found(id: "row")
