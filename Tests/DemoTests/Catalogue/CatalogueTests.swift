import Testing

@testable import Demo

@Suite struct CatalogueTests {
  let podcasts: [Podcast]

  init() throws {
    podcasts = try Catalogue.bundled().podcasts
  }

  @Test func `about 120 podcasts are bundled`() {
    #expect((115...130).contains(podcasts.count))
  }

  @Test func `titles and slugs are unique`() {
    #expect(Set(podcasts.map(\.title)).count == podcasts.count)
    #expect(Set(podcasts.map(\.slug)).count == podcasts.count)
  }

  @Test func `no field is blank or padded`() {
    for podcast in podcasts {
      for field in [podcast.title, podcast.publisher, podcast.genre, podcast.slug] {
        #expect(!field.isEmpty)
        #expect(field.first?.isWhitespace == false && field.last?.isWhitespace == false)
      }
    }
  }

  @Test func `a genre is one that several podcasts share`() {
    let counts = Dictionary(grouping: podcasts, by: \.genre).mapValues(\.count)
    #expect(counts.count > 10)
    #expect(counts.filter { $0.value == 1 }.keys.sorted() == ["Food"])
  }

  @Test(arguments: [
    ("You're Wrong About", "youre-wrong-about"), ("99% Invisible", "99-invisible"),
    ("Fest & Flauschig", "fest-flauschig"), ("S-Town", "s-town"), ("Señal ø", "senal-o"),
  ])
  func `a slug is plain letters, digits and hyphens`(title: String, slug: String) {
    #expect(Podcast(title: title, publisher: "", genre: "").slug == slug)
  }

  @Test func `each revision of the account has the same podcasts and new numbers`() throws {
    let catalogue = Catalogue(podcasts: podcasts)
    let (first, second) = (
      Account.sample(revision: 1, of: catalogue), Account.sample(revision: 2, of: catalogue)
    )
    #expect(first.saved.map(\.title) == second.saved.map(\.title))
    #expect(first.saved.count > 5)
    #expect(zip(first.saved, second.saved).allSatisfy { $0.unplayed != $1.unplayed })
    #expect((first.revision, second.revision) == (1, 2))
  }
}
