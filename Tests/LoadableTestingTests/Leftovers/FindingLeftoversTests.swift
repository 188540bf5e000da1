import LoadableTesting
import Synchronization
import TestSupport
import Testing

/// The API of the article, which answers at once.
private struct API: Sendable {
  func podcasts(matching term: String) async throws -> [String] { [term] }
}

private let api = API()

/// A cache that the app shares.
private final class Covers: Sendable {
  static let shared = Covers()

  private let images = Loader(policy: LoadPolicy(name: "images")) { (term: String) -> [String] in
    await Gate().wait()
    return [term]
  }

  func prefetch(_ term: String) { images.load(term) }
}

private final class FeedModel: Sendable {
  let podcasts: RequestLoader<String, [String]>

  init(load: @escaping @Sendable (String) async throws -> [String]) {
    podcasts = Loader(policy: LoadPolicy(name: "podcasts"), load)
  }

  func reload() async { await podcasts.load("swift").outcome() }
}

/// The code of the article on leftovers.
@Suite struct `The code of the article on leftovers` {
  @Test func `a closed feed leaves nothing behind`() async {
    await leftovers {
      let feed = FeedModel { try await api.podcasts(matching: $0) }
      await feed.reload()
      #expect(feed.podcasts.state.value == ["swift"])
    }
  }

  @Suite(.leftovers) struct FeedTests {
    @Test func `an open feed shows podcasts`() async {
      let feed = FeedModel { try await api.podcasts(matching: $0) }
      await feed.reload()
      #expect(feed.podcasts.state.value == ["swift"])
    }
  }

  @Test(.leftovers) func `a closed feed is released`() async {
    let feed = FeedModel { try await api.podcasts(matching: $0) }
    expectRelease(of: feed)
    await feed.reload()
  }

  @Test(.leftovers(ignoring: "images")) func `a feed with covers`() async {
    ignoringLeftovers { Covers.shared.prefetch("swift") }
    let feed = FeedModel { try await api.podcasts(matching: $0) }
    await feed.reload()
  }

  @Test func `every line of the article is tested`() throws {
    let article = try ArticleCode("FindingLeftovers", of: "LoadableTesting")
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
