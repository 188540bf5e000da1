import Foundation
import LoadableTesting
import TestSupport
import Testing

/// The complete text of a failing test of a loader, of each kind: one file for each example.
///
/// `RECORD_GOLDEN=1 swift test --filter GoldenTests` writes the files again; read the difference.
@Suite struct `GoldenTests of loaders` {
  @Test(arguments: GoldenExample.everywhere)
  func `a failing test prints its golden text`(_ example: GoldenExample) throws {
    try example.compare()
  }

  @Test(.needsImmediateTasks, .needs(.outsideWork), arguments: GoldenExample.releases)
  func `a test with a released object prints its golden text`(
    _ example: GoldenExample
  ) throws {
    try example.compare()
  }

  @Test func `each file has its example`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: GoldenExample.folder().path)
    let examples = GoldenExample.everywhere + GoldenExample.releases
    #expect(Set(files) == Set(examples.map(\.file.lastPathComponent)))
  }
}

extension GoldenExample {
  /// States that differ from their diagrams.
  fileprivate static let everywhere = [
    GoldenExample("states of a loadable") {
      marbles { m in
        let load = m.cold("--#", failure: Offline())
        let loader = m.keep(Loader { try await load() })
        m.at(.milliseconds(10)) { loader.load() }
        m.expect(loader.states, "nl--d", .states(loaded: ["d": "podcasts"]))
      }
    }
  ]

  fileprivate static let releases = [
    GoldenExample("an owner that is not retained") {
      marbles { m in
        let search = Loader { "podcasts" }
        m.at(.milliseconds(10)) { [weak search] in search?.load() }
        m.expect(search.states, "nd", .states(loaded: ["d": "podcasts"]))
      }
    },
    GoldenExample("a model that only a task retains") {
      marbles { m in
        let load = m.cold("--d|", ["d": "podcasts"]), clock = m.clock
        let loader = Loader { try await load() }
        m.expect(loader.states, "n-l-d", .states(loaded: ["d": "podcasts"]))
        Task {
          try await clock.sleep(for: .milliseconds(20))
          loader.load()
        }
      }
    },
  ]
}
