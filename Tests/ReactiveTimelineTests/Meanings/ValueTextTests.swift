import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// The texts of values, and the letters that are chosen from what differs (K4).
@Suite struct ValueTextTests {
  struct Movie: Sendable {
    var title = "Heat"
    var year: Int?
    var kind = Kind.film
    enum Kind: Sendable {
      case film
      case series(Int)
    }
  }

  struct Box<Content: Sendable>: Sendable { let content: Content }
  final class Poster: Sendable {}

  private func text<Value: Sendable>(of values: [Value]) -> String {
    let timeline = Timeline()
    let relay = PublishRelay<Value>()
    timeline.record(relay.readOnly, as: "v")
    for value in values { relay.accept(value) }
    return timeline.text(frame: .seconds(60), columns: 60)
  }

  private func legend(of values: [any Sendable]) -> [String] {
    text(of: values).split(separator: "\n").dropFirst()
      .flatMap { $0.dropFirst(3).components(separatedBy: " · ") }
  }

  @Test func `texts have no names of modules`() {
    #expect(
      legend(
        of: [
          Movie(), Movie(year: 1, kind: .series(2)), [Box(content: Movie.Kind.film)], Poster(),
          Movie.Kind.series(3), (1, Movie.Kind.film), Movie.self, Poster?.some(Poster()),
          Int??.some(nil),
        ] as [any Sendable]
      ) == [
        #"n Movie(title: "Heat", year: nil, kind: film)"#,
        #"s Movie(title: "Heat", year: 1, kind: series(2))"#,
        "f [Box<Kind>(content: film)]", "P Poster", "e series(3)", "i (1, film)", "M Movie",
        "l Optional(nil)",
      ]
    )
  }

  @Test func `a text in quotes keeps what looks like a module`() {
    #expect(
      legend(of: ["App.Movie(", Substring("Swift.Int")]) == [#"A "App.Movie(""#, #"S "Swift.Int""#]
    )
  }

  @Test func `letters are chosen from the parts that differ`() {
    let movies = ["Heat", "Alien", "Heat"].map { Movie(title: $0, year: 7) }
    #expect(text(of: movies).hasPrefix("v  (HAH)\n"))
    #expect(text(of: [3, 4].map { Movie(year: $0) }).hasPrefix("v  (34)\n"))
    #expect(text(of: ["podcast-a", "podcast-b"]).hasPrefix("v  (ab)\n"))
    #expect(text(of: ["swift", "sw"]).hasPrefix("v  (sw)\n"))
  }

  @Test func `loaded states have capitals of what differs`() {
    let states = ["Heat", "Alien"].map { LoadState.loaded(Movie(title: $0)) }
    #expect(text(of: states).hasPrefix("v  (HA)\n"))
  }

  @Test func `equal sets and dictionaries have equal texts`() {
    let (a, b) = ((0..<20).map { "\($0)" }, (0..<20).reversed().map { "\($0)" })
    #expect(text(of: [Set(a), Set(b)]).hasPrefix("v  (00)\n"))
    let pairs = [a, b].map { Dictionary(uniqueKeysWithValues: $0.map { ($0, Movie.Kind.film) }) }
    #expect(text(of: pairs).hasPrefix("v  (ff)\n"))
    #expect(
      legend(of: [["b": 1, "a": 2], [String: Int](), Set<Int>()]) == [
        #"a ["a": 2, "b": 1]"#, "b [:]", "c []",
      ]
    )
  }

  @Test func `entries of a legend differ, also if they are cut`() {
    let start = String(repeating: "x", count: 80)
    let long = String(repeating: "x", count: 3000)
    #expect(
      legend(of: ["a", "b"].map { Movie(title: start + $0) }) == [
        #"a Movie(title: "xx…xxxxa", year: nil, kind: film)"#,
        #"b Movie(title: "xx…xxxxb", year: nil, kind: film)"#,
      ]
    )
    let cut = legend(of: ["a", "b"].map { Movie(title: long + $0) })
    #expect(Set(cut.map { $0.dropFirst(2) }).count == 2)
    #expect(cut[1].hasSuffix("… (2)"))
  }

  @Test func `a value that is nested without end is cut`() {
    indirect enum Chain: Sendable { case end, link(Chain) }
    let chain = (0..<1000).reduce(Chain.end) { chain, _ in .link(chain) }
    #expect(text(of: [chain]).hasPrefix("v  l\n"))
  }
}
