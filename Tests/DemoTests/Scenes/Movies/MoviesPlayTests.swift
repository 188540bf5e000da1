import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

@testable import Demo

/// The play of the movies, in real time, against a separate server.
@Suite @MainActor struct MoviesPlayTests {
  @Test(.needsImmediateTasks)
  func `visible rows are requested before those that scrolled by`() async throws {
    try await withMovies { context, movies, folder in
      let play = try MoviesPlay(context, movies, in: folder)
      await play.run()
      let flung = try #require(play.scrolls.first { $0.scroll.gesture == .flung })
      #expect(flung.requested == [33, 32, 12, 13, 14, 15, 16, 17])
      #expect(flung.scroll.inView == Array(12...17))
      // All that scrolled by up and down, except for the answered one of each time.
      #expect(play.library.loader.statistics.cancelledLoads >= 15 + 15)
      #expect(play.checks.checks.map(\.result).all == .reached)
    }
  }

  @Test(.needsImmediateTasks) func `each visible poster is sent once`() async throws {
    try await withMovies { context, movies, folder in
      let play = try MoviesPlay(context, movies, in: folder)
      await play.run()
      let (answers, requests) = (play.answers, play.requests)
      for place in RowScroll.movies.flatMap(\.inView) {
        #expect(answers[place]?.count { $0 == 200 } == 1)
      }
      #expect(answers[PosterAccident.failing.row] == [500, 200, 304])
      #expect(answers[PosterAccident.broken.row] == [200, 206])
      #expect((answers[32], requests[32]) == (nil, 2))
      #expect((20...31).allSatisfy { requests[$0] == nil })
      #expect(
        play.census.text == """
          40 posters: 24 came to rest, 2 arrived although their rows only flew by, 2 were cancelled \
          in flight, and 12 were never requested.
          """
      )
      #expect(play.census.cancelled(56).contains("53 of them before a request"))
    }
  }

  @Test(.needsImmediateTasks)
  func `evicted posters are read from disk, the rest from memory, and a small one is a stand-in`()
    async throws
  {
    try await withMovies { context, movies, folder in
      let play = try MoviesPlay(context, movies, in: folder)
      await play.run()
      #expect(play.scrolls.map(\.sources).suffix(2) == [["memory"], ["memory", "disk"]])
      #expect(play.list.trails[0]?.symbols.joined() == "nlNnldD")
      #expect(play.list.trails[34]?.symbols.joined() == "nlNnmDn")
      #expect(play.list.trails[35]?.symbols.joined() == "nlNnMn")
      #expect(play.detail.symbols.joined() == "nwN")
      let changes = [
        "dD or mD: the server confirmed the poster", "a letter, then n: the row left the view",
      ]
      let histories = play.list.trails.values.map { $0.shown.history($0.mark) }
      let detail = play.detail.shown.history(play.detail.mark)
      #expect([(name: String, trail: PosterTrail)].transitions(in: histories) == changes)
      #expect([(name: String, trail: PosterTrail)].transitions(in: [detail]) == [])
      #expect(
        play.list.trails.compactMapValues(\.note) == [4: "failed first", 9: "broke off first"]
      )
    }
  }

  @Test func `a poster that is requested once more is reported`() async throws {
    var plan = ResponsePlan()
    // It fails again after the tap, and is loaded on the way back.
    plan.add(.status(503), path: "/posters/w92/eleven-red-umbrellas.jpg", times: 2)
    try await withMovies(plan: plan) { context, movies, folder in
      let play = try MoviesPlay(context, movies, in: folder)
      await play.run()
      guard case .missed(let reason) = play.checks.checks.map(\.result).all else {
        Issue.record("the play does not detect a failed poster")
        return
      }
      #expect(reason.contains("Answers: expected"))
    }
  }

  @Test func `a folder in use is reported, and nothing scrolls`() async throws {
    try await withMovies { context, movies, folder in
      let play = try MoviesPlay(context, movies, in: folder)
      var other = context
      other.posters = folder
      let result = await Scene.movies.run(in: other)
      guard case .missed(let reason) = result else {
        Issue.record("the scene does not detect a folder in use")
        return
      }
      #expect(reason.contains("is in use by another cache of this process"))
      await play.library.close()
    }
  }
}
