import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

/// Requests, values and errors whose `deinit` calls the loader that releases them.
@Suite struct `Values of a loader are released outside its lock` {
  /// Requests, values and errors with a visitor; all equal ones have equal numbers.
  struct Visit: Hashable, Error {
    let number: Int
    let visitor: Visitor

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// An object that calls a loader when it is released.
  final class Visitor: Sendable {
    private let visit: @Sendable () -> Void
    init(_ visit: @escaping @Sendable () -> Void) { self.visit = visit }
    deinit { visit() }
  }

  /// A loader and the visitors that call it.
  final class House: Sendable {
    typealias Home = Loader<Visit, Visit, Visit>

    let released = Log<Void>()
    let created = Log<Void>()
    let handles = Log<LoadTask<Visit, Visit>>()
    let gate = Gate()
    private let home = Mutex<Home?>(nil)

    init(_ policy: LoadPolicy) {
      let loader = Home(policy: policy) {
        [weak self, gate] (request, report) async throws(Visit) -> Visit in
        guard let self else { return request }
        let number = request.number
        if number % 2 == 0 { report.value(visit(number)) }
        if number % 5 == 4 { await gate.wait() }
        if number % 3 == 2 { throw visit(number) }
        return visit(number)
      }
      home.withLock { $0 = loader }
    }

    private var loader: Home? { home.withLock { $0 } }

    func visit(_ number: Int) -> Visit {
      created.note(())
      let visitor = Visitor { [weak self] in
        guard let self else { return }
        released.note(())
        guard let loader else { return }
        _ = loader.state
        loader.invalidate()
      }
      return Visit(number: number, visitor: visitor)
    }

    func perform(_ number: Int, _ argument: Int) {
      guard let loader else { return }
      switch number {
      case 0, 1, 2: handles.note(loader.load(visit(argument)))
      case 3: handles.note(loader.loadIfNeeded(visit(argument)))
      case 4: loader.set(visit(argument))
      case 5: handles.note(loader.refresh())
      case 6: handles.note(loader.retry())
      case 7: loader.cancel()
      default: loader.reset()
      }
    }

    func close() {
      let loader = home.withLock { $0.take() }
      withExtendedLifetime(loader) {}
    }
  }

  @Test(arguments: [LoadPolicy.Previous.ofSameRequest, .always, .never])
  func `any end of a load releases outside the lock`(previous: LoadPolicy.Previous) async {
    let policy = LoadPolicy(previous: previous, retry: .constant(.zero, limit: 1))
    let house = House(policy)
    var dice = Dice(seed: 1)
    for _ in 0..<2_000 { house.perform(dice.roll(9), dice.roll(12)) }
    house.gate.open()
    for handle in house.handles.entries { #expect(await handle.outcome() != .abandoned) }
    house.close()
    #expect(house.released.entries.count > 1_000)
  }
}
