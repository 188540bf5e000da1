import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

@Suite struct NearestValueTests {
  private let movies = (1...20).map { Movie(id: $0, title: "Movie \($0)") }

  @Test func `an unexpected value is compared with the missing value of its kind`() {
    var changed = movies
    changed[7].title = "Another"
    let text = text("-lx", .loaded(changed), "-l--d")
    #expect(text.contains("… arrived; difference from d at 40 ms:\n"))
    #expect(text.contains("title: \"Movie 8\"\n"))
    #expect(text.contains("title: \"Another\"\n"))
  }

  @Test func `without a missing value it is compared with the nearest of its kind`() {
    let text = text("-d-(xy)x", .loaded(movies + [Movie(id: 21, title: "New")]), "-d----")
    #expect(text.components(separatedBy: "; difference from d at 10 ms:\n").count == 2)
  }

  @Test func `a value of another kind or without a common part is not compared`() {
    let others = movies.map { Movie(id: -$0.id, title: "Other \($0.id)") }
    #expect(!text("-lx", .loaded(others), "-l--d").contains("difference from"))
    #expect(!text("-lx", .loaded(movies + others), "-l---").contains("difference from"))
  }

  private func text(_ input: String, _ value: Listing, _ expected: String) -> String {
    let movies = movies
    let failures = failures {
      marbles { m in
        let states = m.hot(
          input,
          ["l": .loading, "d": .loaded(movies), "x": value, "y": .loaded(movies + movies)]
        )
        m.expect(states, expected, ["l": .loading, "d": .loaded(movies)])
      }
    }
    return failures.first?.text ?? ""
  }
}

private struct Movie: Equatable, Sendable {
  let id: Int
  var title: String
}

private enum Listing: Equatable {
  case loading
  case loaded([Movie])
}
