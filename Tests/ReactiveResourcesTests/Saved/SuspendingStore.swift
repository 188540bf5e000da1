import Foundation
import ReactiveResources

/// A store in memory whose calls suspend, and continue on another thread.
struct SuspendingStore: ResourceStore {
  let memory = MemoryStore()

  static func suspend() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
  }

  func record(for key: String) async throws -> ResourceRecord? {
    await Self.suspend()
    let record = await memory.record(for: key)
    await Self.suspend()
    return record
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    await Self.suspend()
    try await memory.save(record, for: key)
    await Self.suspend()
  }

  func removeRecord(for key: String) async throws {
    await Self.suspend()
    await memory.removeRecord(for: key)
  }

  func removeAll() async throws {
    await Self.suspend()
    memory.removeAll()
  }

  /// The saved text, or another saved value as JSON.
  func text(of key: String) async -> String? {
    guard let body = await memory.record(for: key)?.body else { return nil }
    let text = try? JSONDecoder().decode(String.self, from: body)
    return text ?? String(decoding: body, as: UTF8.self)
  }
}

/// Calls a closure for each round on two threads at the same time; they begin in turn.
func onTwoThreads(
  _ rounds: Int,
  _ body: @escaping @Sendable (_ round: Int, _ isFirst: Bool) -> Void
) async {
  await withCheckedContinuation { continuation in
    let (start, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for round in 0..<rounds {
        start.wait()
        body(round, round.isMultiple(of: 2))
        end.signal()
      }
    }
    Thread.detachNewThread {
      for round in 0..<rounds {
        start.signal()
        body(round, !round.isMultiple(of: 2))
        end.wait()
      }
      continuation.resume()
    }
  }
}
