package import ReactiveRelays

/// A handle of the load that an intent started or joined, to await its outcome or cancel it.
///
/// The loader owns the load, so dropping the handle changes nothing.
public struct LoadTask<Value: Sendable, Failure: Error>: Sendable {
  package let started: StartedLoad

  @usableFromInline
  package init(_ started: StartedLoad) { self.started = started }

  /// Waits until the load ends and returns its outcome.
  ///
  /// Any number of tasks may wait for one load. By default, cancelling a waiting task only stops
  /// the waiting, with ``LoadOutcome/abandoned``, and the load continues for all other callers.
  /// Pull to refresh depends on this, because its task is cancelled when a new state redraws the
  /// view:
  ///
  /// ```swift
  /// .refreshable { await loader.refresh().outcome() }
  /// ```
  ///
  /// Waiting raises the priority of the load to that of the waiting task. See
  /// <doc:LoaderContract#L4-Waiting-for-a-load>.
  ///
  /// - Parameter cancellation: The effect of cancelling the waiting task on the load; none by
  ///   default.
  /// - Returns: The outcome, immediately if the load has already ended or was skipped.
  @discardableResult
  public func outcome(
    whenCancelled cancellation: WaiterCancellation = .stopWaiting
  ) async -> LoadOutcome<Value, Failure> {
    guard let load = started.load else { return .skipped(started.skipReason) }
    if let end = await load.outcome(whenCancelled: cancellation) { return LoadOutcome(end) }
    return cancellation == .cancelLoad ? .cancelled : .abandoned
  }

  /// Cancels this load, if it still runs, for all callers that joined it.
  public func cancel() { started.load?.requestCancel() }
}

/// The effect of cancelling a waiting task on the load.
public enum WaiterCancellation: Sendable, Hashable {
  /// The task stops waiting, and the load continues.
  case stopWaiting
  /// The load is cancelled, too, for all callers that joined it.
  case cancelLoad
}

/// A load that a call started or joined, or the reason why it did neither.
@usableFromInline
package struct StartedLoad: Sendable {
  package let load: RunningLoad?
  let skipReason: SkipReason

  package init(_ load: RunningLoad?, skipReason: SkipReason = .noLoad) {
    self.load = load
    self.skipReason = skipReason
  }
}

// MARK: Waiting

extension RunningLoad {
  /// Waits for the end; returns `nil` if the waiting task was cancelled first.
  ///
  /// The wait raises the priority of the load.
  package func outcome(whenCancelled cancellation: WaiterCancellation) async -> AnyLoadOutcome? {
    // NB: A load that has ended is awaited, too, so that a model on the main actor has its state (V5).
    if hasEnded { return await wait(whenCancelled: cancellation) }
    escalate()
    let waiter = Creations.areObserved ? await LoadWait.started(for: self) : nil
    defer { withExtendedLifetime(waiter) {} }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return await withTaskPriorityEscalationHandler {
        await wait(whenCancelled: cancellation)
      } onPriorityEscalated: { _, priority in
        self.escalate(to: priority)
      }
    }
    return await wait(whenCancelled: cancellation)
  }

  private func wait(whenCancelled cancellation: WaiterCancellation) async -> AnyLoadOutcome? {
    switch cancellation {
    case .stopWaiting: await wait(until: { outcome != nil })
    case .cancelLoad:
      // A cancelled load ends immediately. If it has already ended, that end is returned.
      await withTaskCancellationHandler {
        await waitIgnoringCancellation(until: { outcome != nil })
      } onCancel: {
        requestCancel()
      }
    }
    return end
  }
}

/// A task that waits for a load, until this object is released.
package final class LoadWait: Sendable {
  @inline(never)
  fileprivate static func started(for load: RunningLoad) async -> LoadWait {
    let wait = LoadWait()
    // NB: In a continuation, because the functions that wait are known only there.
    await withUnsafeContinuation { continuation in
      Creations.note(wait, of: load)
      continuation.resume()
    }
    return wait
  }
}

// MARK: Descriptions

extension LoadTask: Described {
  // The handle of an ended load has no request after the loader has started another one.
  package var objectText: ObjectText {
    ObjectText("LoadTask", name: name, request: request, state: stateText)
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["name": name, "request": request, "state": stateText]
  }

  private var name: String? { started.load?.owner.object?.loadPolicy.name }

  private var request: Any? {
    guard let load = started.load else { return nil }
    let request: Any? = load.owner.object?.request(of: load)?.erased
    return request is NoRequest ? nil : request
  }

  private var stateText: String {
    guard let load = started.load else { return "skipped(\(started.skipReason))" }
    let end: String? = load.end.map { LoadOutcome<Value, Failure>($0).description }
    return end ?? "in flight"
  }
}
