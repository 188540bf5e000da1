import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

@testable import ReactiveTimeline

/// The expressions of values, which `CompiledTestsTests` compiles.
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
    case `self`
    case `init`(Int)
    case `two words`
  }

  struct `my type`: Hashable {
    var `in` = 1
    var `inout` = 3
    var `a b` = 2
  }

  enum Raw: String { case first }

  enum Described: CustomStringConvertible {
    case hidden
    var description: String { "x" }
  }

  @Test func `values have expressions`() throws {
    let module = "SwiftLiteralTests"
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
      (Kind.`self`, "\(module).Kind.`self`"), (Kind.`init`(1), "\(module).Kind.`init`(1)"),
      (Kind.`two words`, "\(module).Kind.`two words`"),
      (`my type`(), "\(module).`my type`(in: 1, `inout`: 3, `a b`: 2)"),
      (Decimal(125) / 100, #"Decimal(string: "1.25")!"#),
      (String.SampleToken(), "String.SampleToken(number: 1)"),
      (
        URL(string: "x", relativeTo: URL(string: "https://a.b/")) as Any,
        #"URL(string: "x", relativeTo: URL(string: "https://a.b/")!)!"#
      ),
      (Int??.some(nil) as Any, ".some(nil)"), (Int??.some(1) as Any, "1"),
      (Int???.some(nil) as Any, ".some(nil)"),
      (Int???.some(.some(nil)) as Any, ".some(.some(nil))"),
      (LoadState<Int>.notRequested, ".notRequested"), (LoadState<Int>.loading(), ".loading"),
      (LoadState<Int>.loading(previous: 1), ".loading(Loading(previous: 1, cause: .refresh))"),
      (
        Loadable<Int, SampleFault>.failed(.broken, previous: 2),
        ".failed(SampleFault.broken, previous: 2)"
      ),
      (Set(["b", "c", "a"]), #"["a", "b", "c"]"#),
      (["b": 1, "a": 2] as KeyValuePairs, #"["b": 1, "a": 2]"#),
      ([:] as KeyValuePairs<Int, Int>, "[:]"), (ArraySlice([1]), "[1]"),
      (ContiguousArray([1]), "[1]"), (1..<3, "(1..<3)"), (-1...3, "(-1...3)"),
      (Data([1, 2]), #"Data(base64Encoded: "AQI=")!"#), (CGFloat(1.5), "1.5"),
      (CGPoint(x: 1, y: 2), "CGPoint(x: 1.0, y: 2.0)"),
      (URLError(.timedOut), "URLError(.timedOut)"),
      (POSIXError(.ENOENT), "POSIXError(POSIXErrorCode(rawValue: 2)!)"),
      (CocoaError(.fileNoSuchFile), "CocoaError(CocoaError.Code(rawValue: 4))"),
      (Page([1], next: "x", total: 2), #"Page([1], next: "x", total: 2)"#),
      (Page([1], next: Int?.none), "Page([1], next: nil)"),
      (
        PagedList<String, Row, SampleFault>(
          key: "k",
          [Row(id: 1)],
          append: .failed(.broken),
          total: 2
        ),
        #"PagedList(key: "k", [\#(module).Row(id: 1, tags: [], note: nil)], "#
          + "append: .failed(SampleFault.broken), total: 2)"
      ),
    ]
    for (value, text) in values {
      let printed = try Self.text(of: value)
      #expect(printed == text)
    }
  }

  @Test func `types are named without their modules`() throws {
    let types: [(Any.Type, String)] = [
      (Int.self, "Int"), (Data.self, "Data"), (Row.self, "SwiftLiteralTests.Row"),
      ([String: Row?].self, "Dictionary<String, Optional<SwiftLiteralTests.Row>>"),
      (PageRequest<String, Int>.Direction.self, "PageRequest<String, Int>.Direction"),
      ((Int, Row).self, "(Int, SwiftLiteralTests.Row)"),
      (`my type`.self, "SwiftLiteralTests.`my type`"),
      (String.SampleToken.self, "String.SampleToken"), (`class`.self, "`class`"),
      ([String.SampleToken?].self, "Array<Optional<String.SampleToken>>"),
      ([String: any Sendable].self, "Dictionary<String, any Sendable>"),
      ([Int].Samples.self, "Array<Int>.Samples"), ((any Sampled).self, "any Sampled"),
      ([any Sampled].self, "Array<any Sampled>"), ((any Error).self, "any Error"),
      ([String: (any Sampled & Sendable)?].self, "Dictionary<String, Optional<any Sampled>>"),
      (Loadable<any Sampled, any Error>.self, "Loadable<any Sampled, any Error>"),
      ((any Sampled & CustomStringConvertible).self, "any Sampled & CustomStringConvertible"),
      (Set<Int>.self, "Set<Int>"),
      (Result<Row, SampleFault>.self, "Result<SwiftLiteralTests.Row, SampleFault>"),
    ]
    for (type, name) in types {
      let printed = try SwiftLiteral.name(of: type)
      #expect(printed == name)
    }
  }

  @Test func `a page is no small value, so a fixture of its type may have it`() {
    #expect(!SwiftLiteral.isSmall(Page([1], next: 2)))
    #expect(SwiftLiteral.isSmall([Int]()) && SwiftLiteral.isSmall(1..<2))
  }

  private static func text(of value: Any) throws -> String {
    var literal = SwiftLiteral()
    return try literal.text(of: value)
  }

  @Test func `values without an expression have a reason`() {
    final class Reference {}
    let endless = (0..<30).reduce([Any]()) { list, _ in [list] }
    let values: [(Any, String)] = [
      (
        Reference(),
        "Reference has no literal; pass a mapping, `SwiftExpression(of: Reference.self) { … }`"
      ),
      (
        Custom(), "Custom has no literal; pass a mapping, `SwiftExpression(of: Custom.self) { … }`"
      ),
      (
        Wrapping(title: 1),
        "Wrapping has the property '_title', which its initializer does not have; pass a mapping, "
          + "`SwiftExpression(of: Wrapping.self) { … }`"
      ),
      (
        ContinuousClock.now,
        "Instant has no literal; pass a mapping, `SwiftExpression(of: Instant.self) { … }`"
      ),
      (Decimal.nan, "a Decimal that its digits do not create cannot be expected"),
      (Double.nan, "a number that is not equal to itself cannot be expected"),
      (endless, "its values are nested more than 16 levels deep"),
      (
        Array(0...9_999),
        "its expression has more than 20000 characters; name its type as a fixture"
      ),
      (
        Described.hidden,
        "Described is an enum with a description, so its cases have no visible name; pass a mapping, "
          + "`SwiftExpression(of: Described.self) { … }`"
      ),
    ]
    for (value, reason) in values {
      #expect(throws: NoLiteral(reason: reason)) { try Self.text(of: value) }
    }
  }
}

@propertyWrapper struct Clamped: Hashable { var wrappedValue: Int }

struct Wrapping: Hashable { @Clamped var title: Int }

protocol Sampled {}

struct `class` {}

extension String {
  struct SampleToken: Hashable { var number = 1 }
}

extension Array {
  struct Samples {}
}
