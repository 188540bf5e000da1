import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

@testable import ReactiveTimeline

/// The expressions of values, which the tests of RecordedScripts.swift compile.
@Suite struct SwiftLiteralTests {
  struct Row: Hashable, Identifiable {
    let id: Int
    var tags: Set<String> = []
    var note: String?
  }

  struct Custom: CustomReflectable {
    let customMirror = Mirror(1, children: ["a": 1])
  }

  enum Kind: Hashable {
    case plain
    case pair(Int, name: String)
    case one(Double)
  }

  enum Raw: String { case first }

  enum Described: CustomStringConvertible {
    case hidden
    var description: String { "x" }
  }

  @Test func `values have expressions`() throws {
    let module = "ReactiveTimelineTests.SwiftLiteralTests"
    let values: [(Any, String)] = [
      (1, "1"), (true, "true"), (1.5, "1.5"), (-Double.infinity, "-Double.infinity"),
      ("a\"\n", #""a\"\n""#), (Character("x"), #""x""#), (Optional(2) as Any, "2"),
      (Int?.none as Any, "nil"), ([1, 2], "[1, 2]"), ([Int](), "[]"),
      (["b": 1, "a": 2], #"["a": 2, "b": 1]"#),
      ([String: Int](), "[:]"), (Set(["x"]), #"["x"]"#),
      (Row(id: 1, note: "n"), #"\#(module).Row(id: 1, tags: [], note: "n")"#),
      (Kind.plain, "\(module).Kind.plain"),
      (Kind.pair(1, name: "n"), #"\#(module).Kind.pair(1, name: "n")"#),
      (Kind.one(2), "\(module).Kind.one(2.0)"), (Raw.first, #"\#(module).Raw(rawValue: "first")!"#),
      (LoadState<Int>.notRequested, ".notRequested"), (LoadState<Int>.loading(), ".loading"),
      (LoadState<Int>.loading(previous: 1), ".loading(Loading(previous: 1, cause: .refresh))"),
      (
        Loadable<Int, SampleFault>.failed(.broken, previous: 2),
        ".failed(ReactiveTimelineTests.SampleFault.broken, previous: 2)"
      ),
    ]
    for (value, text) in values { #expect(try SwiftLiteral.text(of: value) == text) }
  }

  @Test func `values without an expression have a reason`() {
    final class Reference {}
    let endless = (0..<30).reduce([Any]()) { list, _ in [list] }
    let values: [(Any, String)] = [
      (Reference(), "Reference has no literal"), (Custom(), "Custom has no literal"),
      (Double.nan, "a number that is not equal to itself cannot be expected"),
      (endless, "its values are nested more than 16 levels deep"),
      (Array(0...9_999), "its expression has more than 20000 characters"),
      (
        Described.hidden,
        "Described is an enum with a description, so its cases have no visible name"
      ),
    ]
    for (value, reason) in values {
      #expect(throws: NoLiteral(reason: reason)) { try SwiftLiteral.text(of: value) }
    }
  }
}

enum SampleFault: Error, Hashable { case broken }
