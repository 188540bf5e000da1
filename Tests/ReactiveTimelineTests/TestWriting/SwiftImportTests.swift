import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// The imports of a printed test (K7).
@Suite struct SwiftImportTests {
  private let timeline = Timeline()

  init() { timeline.record(PublishRelay<Int>().readOnly, as: "numbers") }

  private func start(_ imports: [SwiftImport]) -> String? {
    let test = timeline.swiftTest(of: "Model()", importing: imports)
    return test.split(separator: "@MainActor").first.map(String.init)
  }

  @Test func `a test imports the app as testable, and other modules as they are`() {
    #expect(
      start(["Shop", .exported("Fixtures"), .testable("App"), "App"]) == """
        import Fixtures
        import Foundation
        import LoadableTesting
        import Testing

        @testable import App
        @testable import Shop


        """
    )
  }

  @Test func `a module is imported once`() {
    #expect(
      start([.exported("Foundation"), .exported("App"), "App"]) == """
        import Foundation
        import LoadableTesting
        import Testing

        @testable import App


        """
    )
  }

  @Test(arguments: ["", "my app", "App\nlet evil = 1", "import App", "class", "1st"])
  func `an import that is no name of a module is the reason of no test`(name: String) {
    let test = timeline.swiftTest(of: "Model()", importing: [.testable(name)])
    #expect(
      test.hasPrefix("// No test: '\(name.replacing("\n", with: " "))' is no name of a module")
    )
    #expect(test.filter(\.isNewline).count == 1)
  }
}
