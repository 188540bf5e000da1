import Dispatch

extension DiskStorage {
  /// Schedules the removal of temporary files of killed processes, and a first sweep.
  func startInitialSweep() {
    writeQueue.async { [weak self] in
      guard let self, !ledger.isClosed else { return }
      ledger.count(\.incompleteWrites, folder.removeTemporaryFiles { !ledger.isClosed })
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
    let plan = SweepPlan(try records(), policy: policy, at: policy.clock.now())
    var report = DiskSweepReport()
    report.bytesRemaining = plan.bytes
    for file in plan.removals where !ledger.isClosed { remove(file, into: &report) }
    ledger.record(report)
    return report
  }

  private func remove(_ file: SweepPlan.Removal, into report: inout DiskSweepReport) {
    do throws(FileError) {
      try folder.remove(file.record.name)
      report.bytesRemaining -= file.record.bytes
      report.bytesRemoved += file.record.bytes
      switch file.reason {
      case .age: report.removedByAge += 1
      case .size: report.removedBySize += 1
      }
    } catch {
      report.failures.append(DiskSweepReport.Failure(file: file.record.name, code: error.code))
    }
  }

  func measure() throws(DiskCacheError) -> Int { try records().reduce(0) { $0 + $1.bytes } }

  func removeAll() throws(DiskCacheError) {
    let folder = try openFolder()
    var failure: DiskCacheError?
    for record in try records() {
      do throws(DiskCacheError) {
        try remove(record.name, from: folder)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func records() throws(DiskCacheError) -> [RecordEntry] {
    let folder = try openFolder()
    do throws(FileError) {
      return try folder.records()
    } catch {
      throw .cannotList(folder: folder.url, code: error.code)
    }
  }
}
