import Foundation
import ReactiveResources

/// A store in memory, which fails on request, and records its calls.
final class FailingStore: ResourceStore, @unchecked Sendable {
  struct Broken: Error, Hashable {}

  // SAFETY: touched only while the lock is held.
  private var records: [String: ResourceRecord] = [:]
  private var noted: [String] = []
  private var failing: Set<String> = []
  private var failure: any Error = Broken()
  private let lock = NSLock()

  /// Its calls: `read`, `keep`, `remove`, `removeAll`.
  var calls: [String] { lock.withLock { noted } }

  subscript(key: String) -> ResourceRecord? {
    get { lock.withLock { records[key] } }
    set { lock.withLock { records[key] = newValue } }
  }

  /// Fails in these calls from now on.
  func fail(at calls: Set<String>, with failure: any Error = Broken()) {
    lock.withLock { (failing, self.failure) = (calls, failure) }
  }

  func record(for key: String) async throws -> ResourceRecord? {
    try note("read")
    return self[key]
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    try note("keep")
    self[key] = record
  }

  func removeRecord(for key: String) async throws {
    try note("remove")
    self[key] = nil
  }

  func removeAll() async throws {
    try note("removeAll")
    lock.withLock { records = [:] }
  }

  private func note(_ call: String) throws {
    let thrown = lock.withLock {
      noted.append(call)
      return failing.contains(call) ? failure : nil
    }
    if let thrown { throw thrown }
  }
}
