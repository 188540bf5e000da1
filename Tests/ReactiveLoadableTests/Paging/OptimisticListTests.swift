import Foundation
import LoadableTesting
import Observation
import ReactiveLoadable
import TestSupport
import Testing

// The code of "Optimistic updates in a paged list", unchanged.

private struct Video: Identifiable, Hashable {
  let id: Int
  var isStarred = false
}

private struct API: Sendable {
  let save: @Sendable (Star) async throws -> Void

  func save(_ star: Star) async throws { try await save(star) }
}

private struct Star: Sendable {
  let id: Int
  let isOn: Bool
}

@MainActor @Observable
private final class Stars {
  private let unsaved: ValueModel<[Int: Bool]>
  private let write: Mutation<Star, Void, LoadError>

  init(_ videos: PagedLoader<NoRequest, Int, Video, LoadError>, api: API) {
    let unsaved: ValueLoader<[Int: Bool]> = Loader { [:] }
    unsaved.set([:])
    self.unsaved = LoaderModel(unsaved)
    write = Mutation(editing: unsaved) { (star: Star, unsaved) in
      unsaved[star.id] = star.isOn
    } write: { star in
      try await api.save(star)
      videos.edit(star.id) { $0.isStarred = star.isOn }
    } confirm: { star, _, unsaved in
      unsaved[star.id] = nil
    }
  }

  func isOn(_ video: Video) -> Bool {
    unsaved.state.latest?[video.id] ?? video.isStarred
  }

  func toggle(_ video: Video) {
    write.run(Star(id: video.id, isOn: !isOn(video)))
  }
}

@Suite struct `Optimistic updates in a paged list` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let write: String
    let taps: String
    var refresh = ""
    let star: String
  }

  @Test(arguments: [
    Case(testDescription: "the write fails", write: "---#", taps: "---x", star: "n-ox--o"),
    Case(testDescription: "two writes fail", write: "---#", taps: "---xx", star: "n-oxo"),
    Case(testDescription: "the write succeeds", write: "---(x|)", taps: "---x", star: "n-ox"),
    Case(
      testDescription: "the write succeeds during a refresh",
      write: "---(x|)",
      taps: "---x",
      refresh: "-----r",
      star: "n-ox"
    ),
    Case(
      testDescription: "the first of two writes succeeds",
      write: "---(x|)",
      taps: "---xx",
      star: "n-oxo"
    ),
  ])
  func `a star is rolled back if its write fails, and stays otherwise`(_ example: Case) {
    marbles(on: MainActor.shared) { m in
      let page = m.cold("--p|", ["p": Page<Int, Video>([Video(id: 1)], next: nil)])
      let save = m.cold(example.write, failure: SampleError.first)
      let videos = m.keep(
        PagedLoader { (_: PageRequest<NoRequest, Int>) in try await page() }
      )
      let stars = m.keep(Stars(videos, api: API { _ in _ = try await save() }))
      m.hot("l") { _ in videos.load() }
      m.hot(example.taps) { _ in if let first = videos.state.latest?.first { stars.toggle(first) }
      }
      m.hot(example.refresh) { _ in videos.refresh() }
      m.expect(
        reading: { videos.state.latest?.first.map { stars.isOn($0) ? "x" : "o" } ?? "n" },
        example.star
      )
    }
  }

  @Test @MainActor func `a view that draws a star is drawn again when it is tapped`() {
    marbles(on: MainActor.shared) { m in
      let save = m.cold("---(x|)")
      let videos = m.keep(
        PagedLoader { (_: PageRequest<NoRequest, Int>) in Page<Int, Video>([], next: nil) }
      )
      let stars = m.keep(Stars(videos, api: API { _ in _ = try await save() }))
      let draws = m.keep(BehaviorRelay(0))
      withObservationTracking {
        _ = stars.isOn(Video(id: 1))
      } onChange: {
        draws.update { $0 += 1 }
      }
      m.hot("--x") { _ in stars.toggle(Video(id: 1)) }
      m.expect(draws, "0-1", ["0": 0, "1": 1])
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let blocks = try ArticleCode("EditingOptimistically").blocks
    let block = try #require(blocks.first { $0.contains("final class Stars {") })
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    for line in block {
      #expect(here.contains(line), "no test compiles this line of the article: \(line)")
    }
  }
}
