import Dispatch

extension DiskStorage {
  /// Schedules a first sweep, after the removal of outdated files.
  ///
  /// These are temporary files of killed processes, and records of an earlier format.
  func startInitialSweep() {
    writeQueue.async { [weak self] in
      guard let self, !ledger.isClosed else { return }
      for name in (try? folder.outdatedNames()) ?? [] where !ledger.isClosed {
        guard (try? folder.remove(name)) != nil else { continue }
        ledger.count(RecordName.isFormer(name) ? \.corrupt : \.incompleteWrites)
      }
      _ = try? sweep()
    }
  }

  /// The work after a write: a sweep, if one is due and the cache still exists.
  ///
  /// Without a sweep it does not retain the folder, which may be opened again as soon as the task
  /// of the write has resumed.
  var sweepIfDue: @Sendable () -> Void {
    { [weak self, ledger] in
      if ledger.isSweepDue { _ = try? self?.sweep() }
    }
  }

  func sweep() throws(DiskCacheError) -> DiskSweepReport {
    let listing = try listing()
    ledger.recordSizes(of: listing.records)
    let plan = SweepPlan(listing.records, policy: policy, at: policy.clock.now())
    var report = DiskSweepReport()
    report.bytesRemaining = plan.bytes
    for name in listing.others where !ledger.isClosed { removeOther(name, into: &report) }
    for file in plan.removals where !ledger.isClosed { remove(file, into: &report) }
    ledger.record(report)
    return report
  }

  private func removeOther(_ name: String, into report: inout DiskSweepReport) {
    do throws(FileError) {
      try folder.remove(name)
      ledger.count(\.corrupt)
    } catch {
      report.failures.append(DiskSweepReport.Failure(file: name, code: error.code))
    }
  }

  private func remove(_ file: SweepPlan.Removal, into report: inout DiskSweepReport) {
    do throws(FileError) {
      try folder.remove(file.record.name)
      ledger.recordSize(nil, of: file.record.name)
      report.bytesRemaining = max(0, report.bytesRemaining - file.record.bytes)
      report.bytesRemoved = report.bytesRemoved.adding(file.record.bytes)
      switch file.reason {
      case .age: report.removedByAge += 1
      case .size: report.removedBySize += 1
      }
    } catch {
      report.failures.append(DiskSweepReport.Failure(file: file.record.name, code: error.code))
    }
  }

  func measure() throws(DiskCacheError) -> Int { try listing().records.bytes }

  func removeAll() throws(DiskCacheError) {
    let folder = try openFolder()
    var failure: DiskCacheError?
    let listing = try listing()
    for name in listing.records.map(\.name) + listing.others {
      do throws(DiskCacheError) {
        try remove(name, from: folder)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func listing() throws(DiskCacheError) -> FolderListing {
    let folder = try openFolder()
    do throws(FileError) {
      return try folder.listing()
    } catch {
      throw .cannotList(folder: folder.url, code: error.code)
    }
  }
}
