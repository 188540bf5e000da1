import Foundation
import ReactiveResources
import Synchronization

/// The same changes in every run, ended by a kill at one step of their file calls.
struct StepsOfChanges {
  let folder: URL
  /// The step to end at, from 1; with fewer steps the run exits by itself.
  let endsAt: Int

  /// The records that sweeps remove; those with other names stay.
  static let ballast = (0..<8).map { "ballast \($0)" }
  static let kept = ["kept a", "kept b", "kept c"]

  func run() async throws {
    let changes = PrintingCache(cache: try openCache())
    var version = 0
    for _ in 0..<2 {
      for key in Self.ballast {
        version += 1
        try await changes.keep(key, version: version)
        // A use, so that a sweep removes ballast first.
        for key in Self.kept { _ = try await changes.cache.record(for: key) }
      }
      for key in Self.kept + Self.kept {
        version += 1
        try await changes.keep(key, version: version)
      }
      try await changes.remove(Self.kept[1])
      try await changes.cache.sweep()
    }
    await changes.cache.close()
  }

  /// A cache of about 50 kB, in which every use is a second later than the one before.
  private func openCache() throws -> DiskCache {
    let seconds = Atomic<Int>(0)
    let clock = WallClock {
      Date(timeIntervalSince1970: Double(seconds.add(1, ordering: .relaxed).newValue))
    }
    return try DiskCache(
      folder: folder,
      policy: DiskCachePolicy(
        sizeLimit: 50_000,
        sweepFraction: 0.5,
        recordSizeLimit: 20_000,
        clock: clock
      ),
      hooks: hooks
    )
  }

  private var hooks: DiskHooks {
    let steps = Atomic<Int>(0)
    let last = endsAt
    return DiskHooks { _ in
      if steps.add(1, ordering: .relaxed).newValue == last { kill(getpid(), SIGKILL) }
    }
  }
}
