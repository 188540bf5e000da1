import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The search has a debounce time of 30 ms, and clears immediately; `A` and `B` are results of one
/// page.
@Suite @MainActor struct `The search in time` {
  static let states = ["n": "n", "l": "l", "A": "A.", "B": "B.", "f": "f"]

  @Test func `a late old result is not shown, and clearing the field clears`() {
    marbles { m in
      let slow = m.searchPage("---------A|", .ignored)
      let model = m.search(["ge": slow, "germ": m.searchPage("--B|")])
      m.hot("-12-----3-------4", ["1": "g", "2": "ge", "3": "germ", "4": ""]) {
        model.query.accept($0)
      }
      m.expect(model.states.map(\.sketch), "n----l-----l-B--n", Self.states)
      m.expectSubscriptions(slow, ["-----^--------!"])
    }
  }

  @Test func `an outdated request is cancelled`() {
    marbles { m in
      let slow = m.searchPage("---------A|")
      let model = m.search(["ge": slow, "germ": m.searchPage("--B|")])
      m.hot("-1---2", ["1": "ge", "2": "germ"]) { model.query.accept($0) }
      m.expect(model.states.map(\.sketch), "n---l---l-B", Self.states)
      m.expectSubscriptions(slow, ["----^---!"])
    }
  }

  @Test func `a text that was changed and restored is not requested again`() {
    marbles { m in
      let request = m.searchPage("--A|")
      let model = m.search(["ge": request])
      m.hot("-1-------23", ["1": "ge", "2": "", "3": "ge"]) { model.query.accept($0) }
      m.expect(model.states.map(\.sketch), "n---l-A--nA", Self.states)
      m.expectSubscriptions(request, ["----^-!"])
    }
  }

  @Test func `clearing the field during a load drops the result`() {
    marbles { m in
      let model = m.search(["ge": m.searchPage("-------A|", .ignored)])
      m.hot("-1----2", ["1": "ge", "2": ""]) { model.query.accept($0) }
      m.expect(model.states.map(\.sketch), "n---l-n", Self.states)
    }
  }

  @Test func `a recent text shows immediately, without a request`() {
    marbles { m in
      let request = m.searchPage("--A|")
      let model = m.search(["ge": request, "germ": m.searchPage("--B|")])
      m.hot("-1-----2-----1", ["1": "ge", "2": "germ"]) { model.query.accept($0) }
      m.expect(model.states.map(\.sketch), "n---l-A---l-BA", Self.states)
      m.expectSubscriptions(request, ["----^-!"])
    }
  }

  @Test func `clearing the field keeps cached results`() {
    marbles { m in
      let request = m.searchPage("--A|")
      let model = m.search(["ge": request])
      m.hot("-1-----2-----1", ["1": "ge", "2": ""]) { model.query.accept($0) }
      m.expect(model.states.map(\.sketch), "n---l-An-----A", Self.states)
      m.expectSubscriptions(request, ["----^-!"])
    }
  }

  @Test func `a first page that has failed is requested again by a retry`() {
    marbles { m in
      let model = m.search(["ge": m.searchPage("-#", then: ["--A|"])])
      m.hot("-1", ["1": "ge"]) { model.query.accept($0) }
      m.hot("--------r") { _ in model.retry() }
      m.expect(model.states.map(\.sketch), "n---lf--l-A", Self.states)
    }
  }
}
