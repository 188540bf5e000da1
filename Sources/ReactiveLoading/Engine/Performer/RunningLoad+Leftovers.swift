import ReactiveRelays
import Synchronization

// The part of loads in the leftover check of a test.

/// The flag that makes loads visible to leftover checks.
package enum RecordedLoads {
  // NB: In this module, because reading a counter of another one costs a load 20 instructions.
  private static let isEnabled = Atomic(false)

  static var isInUse: Bool { isEnabled.load(ordering: .relaxed) }

  /// Records the loads of recorders from now on.
  package static func enable() { isEnabled.store(true, ordering: .relaxed) }
}

extension LoadPerformer {
  /// Records a load that starts, for the test whose code starts it.
  @inline(never)
  final func record(_ load: RunningLoad?, _ call: LoadCall?) {
    guard let load, let recorder = LeftoverRecorder.current(orOf: statesRelay) else { return }
    let request = call?.request
    recorder.note(
      LeftoverCandidate(.load, of: load, load: ObjectIdentifier(load)) { [weak load] in
        load?.isInFlight ?? false
      } text: { [weak self, weak request] in
        "a load of \(self?.nameInReports ?? "a loader")\(request?.requestText ?? "")"
      }
    )
  }

  /// The name of the policy in quotes, or the types of the loader or its cache.
  package final var nameInReports: String {
    policy.name.map { shortText($0, limit: 60, isQuoted: true) }
      ?? cutText(cacheName ?? defaultName, 100)
  }
}

extension LoadPerformer? {
  /// The name of the policy in quotes, or the types of the loader.
  package var nameInReports: String { self?.nameInReports ?? "a loader" }
}

extension RunningLoad {
  /// Records a task that waits for the load; the wait ends with the release of the result.
  @inline(never)
  func recordWait() async -> AnyObject? {
    let relay = LoadPerformer.performer(owner)?.statesRelay
    guard let recorder = LeftoverRecorder.current(orOf: relay) else { return nil }
    let wait = RecordedWait()
    // NB: In a continuation, because the functions that wait are known only there.
    await withUnsafeContinuation { continuation in
      recorder.note(candidate(wait))
      continuation.resume()
    }
    return wait
  }

  private func candidate(_ wait: RecordedWait) -> LeftoverCandidate {
    LeftoverCandidate(.wait, of: wait, load: ObjectIdentifier(self)) { [weak self, weak wait] in
      wait != nil && self?.isInFlight ?? false
    } text: { [weak self] in
      let performer = self.flatMap { LoadPerformer.performer($0.owner) }
      let request = self.flatMap { performer?.request(of: $0) }
      return
        "a task that waits for a load of \(performer.nameInReports)\(request?.requestText ?? "")"
    }
  }

  /// A Boolean value that indicates whether the load has not ended and has an owner that ends it.
  fileprivate var isInFlight: Bool { !hasEnded && owner.object != nil }
}

private final class RecordedWait: Sendable {}

extension AnyBox {
  /// The request in parentheses; empty for a loader without requests.
  fileprivate var requestText: String {
    let request = erased
    return request is NoRequest ? "" : " (\(shortText(request, limit: 60, isQuoted: true)))"
  }
}

extension Loadable: LoadingState {}
