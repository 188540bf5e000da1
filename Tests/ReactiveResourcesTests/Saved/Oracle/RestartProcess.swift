import Foundation
import ReactiveLoadable
import ReactiveResources

/// A process of an app with saved values.
protocol RestartProcess: AnyObject {
  var saved: SavedValues<Int, Int> { get }

  func perform(_ act: RestartScript.Act)

  /// Ends the observation of states, before the process ends.
  func stopObserving()

  /// Ends all loads.
  func stop()

  /// Loads a request if needed, and calls a closure with its states.
  func load(
    _ request: Int,
    _ body: @escaping @Sendable (LoadState<Int>) -> Void
  ) -> AnyCancellable
}

struct RestartFailure: Error, Equatable {}

extension SavedValues<Int, Int> {
  static func numbers(in store: RestartStore, _ witness: RestartWitness) -> Self {
    SavedValues(
      version: 1,
      in: store,
      wallClock: witness.wallClock,
      encode: { Data("\($0)".utf8) },
      decode: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 },
      key: { "v/\($0)" }
    )
  }
}

extension RestartScript {
  func policy(_ clock: any Clock<Duration>) -> LoadPolicy {
    LoadPolicy(freshness: isTimed ? .lasting(Self.freshness) : .forever, clock: clock)
  }
}

extension RestartWitness {
  /// The answer of the server.
  func answer(
    _ request: Int,
    _ script: RestartScript,
    _ clock: any Clock<Duration>
  ) async throws -> Int {
    let serial = nextSerial(isCall: true)
    let call = script.call(serial, of: 1)
    try await clock.sleep(for: call.time)
    if call.fails { throw RestartFailure() }
    return SavedNumber(serial: serial, request: request).value
  }
}

/// A process of an app with one saved loader.
final class RestartLoader: RestartProcess {
  let saved: SavedValues<Int, Int>
  let loader: RequestLoader<Int, Int>
  private let witness: RestartWitness
  private var states: AnyCancellable?

  init(
    _ script: RestartScript,
    _ clock: any Clock<Duration>,
    _ witness: RestartWitness,
    _ store: RestartStore
  ) {
    self.witness = witness
    saved = .numbers(in: store, witness)
    loader = Loader(saved: saved, policy: script.policy(clock)) { request in
      try await witness.answer(request, script, clock)
    }
    states = loader.states.sink { witness.sees($0) }
  }

  func stopObserving() { states = nil }

  func stop() { loader.cancel() }

  func load(
    _ request: Int,
    _ body: @escaping @Sendable (LoadState<Int>) -> Void
  ) -> AnyCancellable {
    let states = loader.states.sink(receiveValue: body)
    loader.loadIfNeeded(request)
    return states
  }

  func perform(_ act: RestartScript.Act) {
    switch act {
    case .load(let request):
      loader.load(request)
      noteLoad(of: request)
    case .loadIfNeeded(let request):
      loader.loadIfNeeded(request)
      noteLoad(of: request)
    case .refresh: loader.refresh()
    case .revalidate: loader.revalidate()
    case .retry: loader.retry()
    case .cancel: witness.cancels { loader.cancel() }
    case .invalidate: loader.invalidate()
    case .set: set()
    case .edit: loader.edit { $0 += 1 }
    case .reset:
      witness.resets()
      loader.reset()
    case .crash: break
    }
  }

  /// Notes a load, unless the call was skipped.
  private func noteLoad(of request: Int) { if loader.state.isLoading { witness.loads(request) } }

  /// Sets a value for the request of the loader.
  private func set() {
    guard !loader.state.isNotRequested, let request = witness.last else { return }
    let number = SavedNumber(serial: witness.nextSerial(), request: request)
    witness.sets(number)
    loader.set(number.value)
  }
}
