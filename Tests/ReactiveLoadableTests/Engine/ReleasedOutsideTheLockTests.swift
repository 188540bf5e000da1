import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

/// Requests, values and errors whose `deinit` calls the loader that releases them.
@Suite struct `Values of a loader are released outside its lock` {
  /// Requests, values and errors with a `deinit` hook; all equal ones have equal numbers.
  struct HookedValue: Hashable, Error {
    let number: Int
    let hook: DeinitHook

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// An object that calls a loader when it is released.
  final class DeinitHook: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }

  /// A loader and the values that call it when they are released.
  final class LoaderWithHooks: Sendable {
    typealias HookedLoader = Loader<HookedValue, HookedValue, HookedValue>

    let released = Log<Void>()
    let created = Log<Void>()
    let handles = Log<LoadTask<HookedValue, HookedValue>>()
    let gate = Gate()
    private let stored = Mutex<HookedLoader?>(nil)

    init(_ policy: LoadPolicy) {
      let loader = HookedLoader(policy: policy) {
        [weak self, gate] (request, report) async throws(HookedValue) -> HookedValue in
        guard let self else { return request }
        let number = request.number
        if number % 2 == 0 { report.value(hooked(number)) }
        if number % 5 == 4 { await gate.wait() }
        if number % 3 == 2 { throw hooked(number) }
        return hooked(number)
      }
      stored.withLock { $0 = loader }
    }

    private var loader: HookedLoader? { stored.withLock { $0 } }

    func hooked(_ number: Int) -> HookedValue {
      created.note(())
      let hook = DeinitHook { [weak self] in
        guard let self else { return }
        released.note(())
        guard let loader else { return }
        _ = loader.state
        loader.invalidate()
      }
      return HookedValue(number: number, hook: hook)
    }

    func perform(_ number: Int, _ argument: Int) {
      guard let loader else { return }
      switch number {
      case 0, 1, 2: handles.note(loader.load(hooked(argument)))
      case 3: handles.note(loader.loadIfNeeded(hooked(argument)))
      case 4: loader.set(hooked(argument))
      case 5: handles.note(loader.refresh())
      case 6: handles.note(loader.retry())
      case 7: loader.cancel()
      default: loader.reset()
      }
    }

    func close() {
      let loader = stored.withLock { $0.take() }
      withExtendedLifetime(loader) {}
    }
  }

  @Test(arguments: [LoadPolicy.Previous.ofSameRequest, .always, .never])
  func `any end of a load releases outside the lock`(previous: LoadPolicy.Previous) async {
    let policy = LoadPolicy(previous: previous, retry: .constant(.zero, limit: 1))
    let loader = LoaderWithHooks(policy)
    var random = SeededGenerator(UInt64(1))
    for _ in 0..<2_000 { loader.perform(random.below(9), random.below(12)) }
    loader.gate.open()
    for handle in loader.handles.entries { #expect(await handle.outcome() != .abandoned) }
    loader.close()
    #expect(loader.released.entries.count > 1_000)
  }
}
