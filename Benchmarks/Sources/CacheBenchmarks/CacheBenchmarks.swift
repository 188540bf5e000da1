import ArgumentParser
import Measuring

/// Checks the budgets of the cache, and compares it with handwritten code.
@main
struct CacheBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    for trace in Trace.all { replay(trace, &report) }
    hits(&report)
    rows(&report)
    keys(&report)
    report = waiting { [report] in
      await withSavedLoads(await withResources(await withDisk(await awaiting(report))))
    }
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }
}

// MARK: Rows

extension CacheBenchmarks {
  private func replay(_ trace: Trace, _ report: inout Report) {
    let (ours, lru) = (trace.hits, trace.hitsOfLRU)
    report.note("\(trace.name): hits of the cache", ours, " %")
    report.note("\(trace.name): hits of an LRU", lru, " %")
    // An LRU without hits counts as 0.01 %.
    report.atLeast(trace.budget, "\(trace.name): cache / LRU", ours / max(lru, 0.01), "x")
  }

  private func hits(_ report: inout Report) {
    let times = race([Hits.cache(), Hits.dictionary(), Hits.foundation()])
    let cache = times["cache", default: 0]
    let dictionary = times["dictionary", default: 0]
    let foundation = times["NSCache", default: 0]
    report.note("a hit among 100,000", cache, " ns")
    report.note("a dictionary in a Mutex", dictionary, " ns")
    report.note("NSCache", foundation, " ns")
    report.atMost(1.4, "hit / dictionary in a Mutex", cache / dictionary, "x")
    report.atLeast(2, "NSCache / hit", foundation / cache, "x")
  }

  private func rows(_ report: inout Report) {
    let scrolling = Rows.scrolling()
    let times = race([
      scrolling.contender, Rows.states(), Rows.hit(), Rows.joining(100), Rows.joining(1_000),
      Rows.amongOthers(10), Rows.amongOthers(10_000), Rows.subjects(),
    ])
    report.note("a row of 10,000 over 1,000 keys", times["rows", default: 0], " ns")
    report.note("the same as a subscription to states", times["states", default: 0], " ns")
    report.note("the same on a dictionary of subjects", times["subjects", default: 0], " ns")
    report.atMost(1, "loads of 10,000 rows / keys", Double(scrolling.loads()) / 1_000, "x")
    report.note("an interest in a cached value, and its end", times["hit", default: 0], " ns")
    let joining = times["joining 1000", default: 0]
    report.note("1,000 interests joining a load, and leaving", joining / 1e3, " µs")
    report.atMost(
      1.3,
      "one of 1,000 that join / of 100",
      joining / times["joining 100", default: 0] / 10,
      "x"
    )
    let few = times["others 10", default: 0]
    report.note("an interest with an observer, with 10 others", few, " ns")
    report.atMost(
      1.3,
      "an interest with 10,000 others / with 10",
      times["others 10000", default: 0] / few,
      "x"
    )
  }

  private func keys(_ report: inout Report) {
    let times = race([
      Keys.tags(of: 100), Keys.tags(of: 100_000), Keys.zipped(of: 100), Keys.zipped(of: 10_000),
    ])
    let (few, many) = (times["tags 100", default: 0], times["tags 100000", default: 0])
    report.note("10 of 100 keys revalidated by tags", few, " ns")
    report.atMost(2, "10 of 100,000 keys / of 100", many / few, "x")
    let (small, large) = (times["zipped 100", default: 0], times["zipped 10000", default: 0])
    report.note("a change of one of 100 keys as one state", small, " ns")
    report.atMost(2, "one of 10,000 / of 100", large / small, "x")
  }

  private func awaiting(_ report: Report) async -> Report {
    var report = report
    let (atOnce, suspending) = (Awaiting.atOnce, Awaiting.suspending)
    let times = await race([
      Awaiting.cached(), Awaiting.cachedByActor(), Awaiting.shared(atOnce, "shared"),
      Awaiting.sharedByActor(atOnce, "shared"), Awaiting.shared(suspending, "joined"),
      Awaiting.sharedByActor(suspending, "joined"),
    ])
    for (name, row) in [
      ("cached", "a cached key, awaited"), ("shared", "a key for 64 tasks"),
      ("joined", "a key for 64 tasks that join its load"),
    ] {
      report.note(row, times[name, default: 0], " ns")
      report.note("\(row), by an actor", times["\(name) by actor", default: 0], " ns")
    }
    return report
  }

  /// Compares the disk cache with plain files; it adds a checksum, metadata and two thread changes.
  private func withDisk(_ report: Report) async -> Report {
    var report = report
    for length in [20_000, 200_000] {
      guard let times = await Disk.times(length: length) else { continue }
      let (put, write) = (times["put", default: 0], times["write", default: 0])
      let (get, read) = (times["get", default: 0], times["read", default: 0])
      report.note("put of \(length / 1_000) kB", put / 1e3, " µs")
      report.note("put / atomic write of a file", put / write, "x")
      report.note("get of \(length / 1_000) kB", get / 1e3, " µs")
      report.note("get / read of a file", get / read, "x")
    }
    return report
  }

  /// Compares a loader of resources with its fetcher, the disk cache and plain files.
  private func withResources(_ report: Report) async -> Report {
    var report = report
    guard let times = await Resources.times() else { return report }
    let (resource, fetch) = (times["resource", default: 0], times["fetch", default: 0])
    let (reload, write) = (times["reload", default: 0], times["write", default: 0])
    report.note("a resource of 20 kB loaded from disk", resource / 1e3, " µs")
    report.note("the fetcher alone", fetch / 1e3, " µs")
    report.note("the disk cache alone", times["record", default: 0] / 1e3, " µs")
    report.note("read of a file", times["file", default: 0] / 1e3, " µs")
    report.note("resource from disk / fetcher", resource / fetch, "x")
    report.note("a reload of 20 kB into the disk cache", reload / 1e3, " µs")
    report.note("reload / atomic write of a file", reload / write, "x")
    report.note("a resource in memory, loaded", times["resource in memory", default: 0], " ns")
    report.note("a row of a resource in memory", times["resource appears", default: 0], " ns")
    report.note("a row of a key of a cache", times["key appears", default: 0], " ns")
    return report
  }

  /// Compares loaders that are restored from disk with files that are read and decoded by hand.
  private func withSavedLoads(_ report: Report) async -> Report {
    var report = report
    guard let times = await SavedLoads.times() else { return report }
    let (restored, byHand) = (times["restored", default: 0], times["by hand", default: 0])
    report.note("one of 1,000 loaders restored at start", restored / 1e3, " µs")
    report.note("its file, read and decoded in a task group", byHand / 1e3, " µs")
    report.atMost(1.5, "restored / by hand", restored / byHand, "x")
    return report
  }

  private func countInstructions(_ report: inout Report) throws {
    let hit = try Counted.hit.cost()
    report.note("a hit", hit.instructions, " instructions")
    report.atMost(0, "a hit", hit.allocations, " allocations")
    let dictionary = try Counted.dictionary.cost()
    report.note("a dictionary in a Mutex", dictionary.instructions, " instructions")
    let interest = try Counted.interest.cost()
    report.note(
      "an interest in a cached value, and its end",
      interest.instructions,
      " instructions"
    )
    report.note("an interest in a cached value, and its end", interest.allocations, " allocations")
    let row = try Counted.row.cost()
    report.note("a row of 10,000 over 1,000 keys", row.instructions, " instructions")
    report.note("a row of 10,000 over 1,000 keys", row.allocations, " allocations")
    let subjects = try Counted.subjects.cost()
    report.note("the same on a dictionary of subjects", subjects.instructions, " instructions")
    report.note("the same on a dictionary of subjects", subjects.allocations, " allocations")
    let states = try Counted.states.cost()
    report.note("the same as a subscription to states", states.instructions, " instructions")
    report.note("the same as a subscription to states", states.allocations, " allocations")
    let (shared, sharedByActor) = (try Counted.shared.cost(), try Counted.sharedByActor.cost())
    report.atMost(
      2,
      "a key for 64 tasks / an actor's dictionary of tasks",
      shared.instructions / sharedByActor.instructions,
      "x instructions"
    )
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case resource, fetch, record, file, reload, resourceInMemory, resourceAppears, keyAppears
  case hit, dictionary, interest, row, states, subjects
  case tags100, tags100000, zipped100, zipped10000
  case restored, restoredByHand, savedCall, plainCall
  case awaited, awaitedByActor, shared, sharedByActor, joined, joinedByActor

  var repetitions: Int {
    switch self {
    case .hit, .dictionary: 4_000
    case .resource, .fetch, .record, .file, .reload: 100
    case .resourceInMemory, .resourceAppears, .keyAppears: 100
    case .restored, .restoredByHand: 100
    case .savedCall, .plainCall: 400
    case .tags100, .tags100000, .zipped100, .zipped10000: 100
    case .interest, .row, .states, .subjects, .awaited, .awaitedByActor: 400
    case .shared, .sharedByActor, .joined, .joinedByActor: 100
    }
  }

  var work: (Int) -> Void {
    switch self {
    case .hit: Hits.cache(1_000).run
    case .dictionary: Hits.dictionary().run
    case .interest: Rows.hit().run
    case .row: Rows.scrolling().contender.run
    case .states: Rows.states().run
    case .subjects: Rows.subjects().run
    case .tags100: Keys.tags(of: 100).run
    case .tags100000: Keys.tags(of: 100_000).run
    case .zipped100: Keys.zipped(of: 100).run
    case .zipped10000: Keys.zipped(of: 10_000).run
    case .resource: Resources.counted { $0.fromDisk() }
    case .fetch: Resources.counted { $0.fetch() }
    case .record: Resources.counted { $0.record() }
    case .file: Resources.counted { $0.file() }
    case .reload: Resources.counted { $0.reload() }
    case .resourceInMemory: Resources.counted { $0.fromMemory() }
    case .resourceAppears: Resources.counted { $0.appearing() }
    case .keyAppears: Resources.counted { $0.keysAppearing() }
    case .restored: SavedLoads.counted { $0.restored() }
    case .restoredByHand: SavedLoads.counted { $0.byHand() }
    // Each run has new loaders.
    case .savedCall: SavedLoads.call(7 * repetitions).run
    case .plainCall: SavedLoads.plainCall(7 * repetitions).run
    case .awaited: Awaiting.cached().runAndWait
    case .awaitedByActor: Awaiting.cachedByActor().runAndWait
    case .shared: Awaiting.shared(Awaiting.atOnce, rawValue).runAndWait
    case .sharedByActor: Awaiting.sharedByActor(Awaiting.atOnce, rawValue).runAndWait
    case .joined: Awaiting.shared(Awaiting.suspending, rawValue).runAndWait
    case .joinedByActor: Awaiting.sharedByActor(Awaiting.suspending, rawValue).runAndWait
    }
  }
}
