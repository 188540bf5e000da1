import Testing

@testable import App

@Test func `the newest result wins`() async throws {
  let model = SearchModel { term in
    try await Task.sleep(for: .milliseconds(50))
    return [term]
  }
  model.query.accept("s")
  model.query.accept("swift")
  try await Task.sleep(for: .milliseconds(500))
  #expect(model.results.state == .loaded(["swift"]))
}
