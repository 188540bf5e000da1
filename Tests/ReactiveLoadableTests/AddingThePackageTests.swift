import Foundation
import Testing

/// The manifest of the article on adding the package.
@Suite struct `The manifest of a package that adds this one` {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  @Test func `it equals the manifest that the checks build, except for the address`() throws {
    let article = try ArticleCode("AddingThePackage")
    let consumer = try text("Scripts/consumer.sh")
    let ours = [
      #".package(url: "…the address of this repository…", .upToNextMinor(from: "0.1.0")),"#
    ]
    #expect(article.blocks.count == 1)
    #expect(article.blocks.joined().filter { !consumer.contains($0) } == ours)
    #expect(try text("README.md").contains(ours[0].dropLast()))
  }

  @Test func `it names the existing products`() throws {
    let manifest = try text("Package.swift")
    let article = try text(
      "Sources/ReactiveLoadable/Documentation.docc/Articles/AddingThePackage.md"
    )
    let products = manifest.matches(of: #/.library\(\s*name: "(\w+)"/#).map(\.1)
    let names = article.matches(of: #/name: "(\w+)", package: "ReactiveLoadable"/#).map(\.1)
    let inOthers: Set = ["MarbleDiagrams", "MarbleTesting", "ReactiveRelays", "ReactiveTimeline"]
    let shown = products.filter { !inOthers.contains("\($0)") } + ["ReactiveTimeline"]
    #expect(names.sorted() == shown.sorted())
    for name in products { #expect(article.contains("| `\(name)` |")) }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
