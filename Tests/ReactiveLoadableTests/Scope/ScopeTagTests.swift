import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Tags and keys of a scope (S2, S3)` {
  @Test func `a tag is a path, and a tag among its parts contributes its parts`() {
    #expect(LoadTag.movie(7) == ["movies", 7])
    #expect(LoadTag.movie(7) == [["movies"] as LoadTag, [7] as LoadTag] as LoadTag)
    #expect("movies" as LoadTag == ["movies"])
    #expect([] as LoadTag != "movies")
    #expect(Set<LoadTag>([.movie(7), ["movies", 7], .movie(8), .movies]).count == 3)
    #expect("\(LoadTag.movie(7))" == "movies/7")
  }

  @Test func `parts of two types are two parts`() {
    let int: LoadTag = [7]
    #expect(int != [UInt8(7)])
    #expect(int != ["7"])
    #expect(int == [3 + 4])
    #expect(int != [Int?.some(7)])
    #expect([Int?.some(7)] as LoadTag != int)
    #expect([Int?.none] as LoadTag == [Int?.none])
  }

  @Test func `a tag selects the members at it and below it`() {
    let scope = LoadScope()
    let loaders = (0..<4).map { _ in Loader { 1 } }
    scope.add(loaders[0], tag: .movies)
    scope.add(loaders[1], tag: .movie(7))
    scope.add(loaders[2], tag: "charts")
    scope.add(loaders[3])
    #expect(scope.revalidate(.movies) == 2)
    #expect(scope.revalidate(.movie(7)) == 1)
    #expect(scope.revalidate("charts") == 1)
    #expect(scope.revalidate([]) == 3)
    #expect(scope.revalidate("actors") == 0)
    #expect(scope.revalidate(.movie(8)) == 0)
    #expect(scope.revalidate(.movies, "charts", .movies, .movie(7)) == 3)
    #expect(scope.revalidate(tags: []) == 0)
    withExtendedLifetime(loaders) {}
  }

  @Test func `the request of a loader is one step below its tag`() {
    let scope = LoadScope()
    let calls = Log<Int>()
    let loader = Loader { (id: Int) in
      calls.note(id)
      return id
    }
    scope.add(loader, tag: .movies)
    #expect(scope.revalidate(.movie(7)) == 0)
    loader.load(7)
    let subscription = loader.states.sink { _ in }
    #expect(scope.revalidate(.movie(8)) == 0)
    #expect(scope.revalidate([LoadTag.movies, "7"] as LoadTag) == 0)
    #expect(scope.revalidate([LoadTag.movies, UInt8(7)] as LoadTag) == 0)
    #expect(scope.revalidate([LoadTag.movies, 7, 7] as LoadTag) == 0)
    #expect(calls.entries == [7])
    #expect(scope.revalidate(.movie(7), .movie(8)) == 1)
    #expect(calls.entries == [7, 7])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a loader without requests has no step below it`() {
    let scope = LoadScope()
    let loader = Loader { 1 }
    scope.add(loader, tag: .movies)
    loader.load()
    #expect(scope.revalidate(.movie(7)) == 0)
    #expect(scope.revalidate([LoadTag.movies, NoRequest()] as LoadTag) == 0)
  }

  @Test func `the code of a part may use the scope`() {
    let scope = LoadScope()
    let loader: ValueLoader<Int> = Loader { 1 }
    let part = CallingPart(scope: scope, loader: loader)
    scope.add(loader, tag: "list")
    scope.add(loader, tag: [part])
    #expect(scope.revalidate([part]) == 1)
    #expect(scope.revalidate([CallingPart(scope: scope, loader: loader)]) == 1)
  }

  /// A part whose comparison and hash use the scope.
  private struct CallingPart: Hashable {
    let scope: LoadScope
    let loader: ValueLoader<Int>

    static func == (left: Self, right: Self) -> Bool {
      left.scope.revalidate("list") == 1
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(scope.revalidate("list"))
      scope.add(loader, tag: "hashed")
    }
  }
}
