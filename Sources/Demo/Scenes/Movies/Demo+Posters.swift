import ArgumentParser
import Foundation

extension Demo {
  /// Shows the posters that a folder has, as the second process of the scene “movies” does.
  @MainActor
  func visit(_ address: URL, cache: URL) async throws {
    let console = Console()
    do {
      let visit = try PosterVisit(API(baseURL: address), in: cache, clock: ContinuousClock())
      try await visit.run()
      visit.report(on: console)
      guard case .missed(let reason) = visit.check() else { return }
      console.paragraph(reason)
    } catch {
      console.line(error.localizedDescription)
    }
    throw ExitCode.failure
  }

  /// Reads the address of an API.
  @Sendable static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text), url.host != nil else {
      throw ValidationError("“\(text)” is no address.")
    }
    return url
  }
}
