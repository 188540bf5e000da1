import Foundation
import LoadableTesting
import TestSupport
import Testing

/// A model whose loads wait for a gate.
final class SlowFeed: Sendable {
  let podcasts: RequestLoader<String, [String]>

  init(_ gate: Gate = .opened, name: String? = "podcasts") {
    podcasts = Loader(policy: LoadPolicy(name: name)) { term in
      await gate.wait()
      return [term]
    }
  }

  func reload() { podcasts.load("swift") }
  func reloaded() async { await podcasts.load("swift").outcome() }
}

/// The objects that outlive a check.
// SAFETY: one test uses it, in one task.
final class Survivors: @unchecked Sendable {
  private var objects: [Any] = []

  func keep(_ object: Any) { objects.append(object) }
}

/// Returns the text of the only failure of a check.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async rethrows -> String {
  let all = try await failures(awaiting: body)
  #expect(all.count == 1, sourceLocation: sourceLocation)
  return all.first?.text ?? "no failure"
}

/// Returns the first line of the only failure of a check, after its first words.
func leftover(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async rethrows -> String {
  let line = try await failure(sourceLocation: sourceLocation, body).prefix { $0 != "\n" }
  let start = "Still alive after the test: "
  #expect(line.hasPrefix(start), sourceLocation: sourceLocation)
  return String(line.dropFirst(start.count))
}

func onAThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}

/// Starts a task that runs on this thread until its first suspension, where supported.
@discardableResult
func startedImmediately(
  _ body: sending @escaping @isolated(any) () async -> Void
) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    return .immediate(operation: body)
  }
  return Task(operation: body)
}

extension Trait where Self == ConditionTrait {
  /// Skips a test of places in an optimized build, which inlines the functions.
  static var debugOnly: Self {
    .enabled("optimized builds inline functions") {
      var isDebug = false
      assert(
        {
          isDebug = true; return true
        }()
      )
      return isDebug
    }
  }
}
