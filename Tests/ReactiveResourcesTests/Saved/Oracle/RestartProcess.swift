import Foundation
import ReactiveLoadable
import ReactiveResources

/// A process of an app with saved values.
protocol RestartProcess: AnyObject {
  /// Waits for the writes.
  var finish: @Sendable () async -> Void { get }

  func perform(_ act: RestartScript.Act)

  /// Ends the observation of states, before the process ends.
  func stopObserving()

  /// Ends all loads.
  func stop()

  /// Loads a request if needed; `record` is its record.
  func firstLoad(of request: Int, _ record: ResourceRecord?) -> any RestartFirstLoad
}

extension SavedValues<Int, Int> {
  static func numbers(in store: RestartStore, _ wallClock: WallClock) -> Self {
    SavedValues(
      version: 1,
      in: store,
      wallClock: wallClock,
      encode: { Data("\($0)".utf8) },
      decode: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 },
      key: { "v/\($0)" }
    )
  }
}

extension RestartRun {
  var policy: LoadPolicy { LoadPolicy(freshness: script.freshness, clock: clock) }

  /// The answer of the server of a loader or a cache.
  func number(of request: Int) async throws -> Int {
    SavedNumber(serial: try await call(), request: request).value
  }
}

/// A process of an app with one saved loader.
final class RestartLoader: RestartProcess {
  let finish: @Sendable () async -> Void
  private let loader: RequestLoader<Int, Int>
  private let witness: RestartWitness
  private var states: AnyCancellable?

  init(_ run: RestartRun, _ witness: RestartWitness, _ store: RestartStore) {
    self.witness = witness
    let saved = SavedValues.numbers(in: store, run.wallClock)
    finish = { await saved.finish() }
    loader = Loader(saved: saved, policy: run.policy) { try await run.number(of: $0) }
    states = loader.states.sink { witness.sees($0) }
  }

  func stopObserving() { states = nil }

  func stop() { loader.cancel() }

  func firstLoad(of request: Int, _ record: ResourceRecord?) -> any RestartFirstLoad {
    RestartFirstValue(of: request, record, witness) { receive in
      let states = loader.states.sink(receiveValue: receive)
      loader.loadIfNeeded(request)
      return states
    }
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
    case .crash, .ofList: break
    }
  }

  /// Notes a load, unless the call was skipped.
  private func noteLoad(of request: Int) { if loader.state.isLoading { witness.loads(request) } }

  /// Sets a value for the request of the loader.
  private func set() {
    guard !loader.state.isNotRequested, let request = witness.last else { return }
    let number = SavedNumber(serial: witness.run.nextSerial(), request: request)
    witness.sets(number)
    loader.set(number.value)
  }
}
