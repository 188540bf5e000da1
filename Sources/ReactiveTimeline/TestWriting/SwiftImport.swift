/// An import of a printed test: the module of the app, or another module that the test needs.
///
/// ```swift
/// timeline.swiftTest(of: "SearchModel(search: search)", importing: ["App", .exported("Fixtures")])
/// ```
///
/// A name alone is a `@testable` import, because the models of an app are usually internal.
public struct SwiftImport: Hashable, Sendable, ExpressibleByStringLiteral {
  let module: String
  let isTestable: Bool

  /// A `@testable` import, which needs a module that is built for testing, as in a debug build.
  ///
  /// - Parameter module: The name of the module.
  /// - Returns: The import.
  public static func testable(_ module: String) -> SwiftImport {
    SwiftImport(module: module, isTestable: true)
  }

  /// An import of the public declarations only, for a module that is not built for testing.
  ///
  /// - Parameter module: The name of the module.
  /// - Returns: The import.
  public static func exported(_ module: String) -> SwiftImport {
    SwiftImport(module: module, isTestable: false)
  }

  /// Creates a `@testable` import.
  ///
  /// - Parameter module: The name of the module.
  public init(stringLiteral module: String) { self = .testable(module) }

  private init(module: String, isTestable: Bool) {
    (self.module, self.isTestable) = (module, isTestable)
  }
}

extension SwiftImport {
  private static let ofEveryTest = ["Foundation", "LoadableTesting", "Testing"]

  var hasName: Bool {
    SwiftLiteral.isPlain(module) && !SwiftLiteral.keywords.contains(module)
  }

  /// Returns the lines of the imports of a test, sorted, each once.
  ///
  /// A `@testable` import includes the public declarations.
  static func lines(_ imports: [SwiftImport]) -> String {
    let testable = Set(imports.filter(\.isTestable).map(\.module))
    let plain = Set(ofEveryTest + imports.filter { !$0.isTestable }.map(\.module))
      .subtracting(testable)
    let groups = [
      plain.sorted().map { "import \($0)\n" }, testable.sorted().map { "@testable import \($0)\n" },
    ]
    return groups.filter { !$0.isEmpty }.map { $0.joined() }.joined(separator: "\n")
  }
}
