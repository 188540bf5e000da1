import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// Every order of events up to a depth, checked against the laws of contract L.
@Suite struct `Laws of the machine over all event orders` {
  /// The number of consecutive events; `LAWS_DEPTH` sets a larger one.
  ///
  /// Five events take more than a minute.
  static let depth = max(
    ProcessInfo.processInfo.environment["LAWS_DEPTH"].flatMap { Int($0) } ?? 4,
    4
  )

  /// Policies with every option: values that become stale, retries, and the other choices.
  static let richest = [LoadPolicy.Duplicate.join, .replace].map { duplicate in
    LoadPolicy(
      previous: duplicate == .join ? .ofSameRequest : .always,
      duplicate: duplicate,
      freshness: .lasting(.seconds(1)),
      retry: .constant(.seconds(1), limit: 1)
    )
  }

  @Test func `every intent is explored`() {
    let explored = LoadWorld(LoadPolicy()).possibleSteps.compactMap { step in
      if case .event(.intent(let intent)) = step { intent.kind } else { nil }
    }
    #expect(Set(explored) == Set(LoadIntentKind.allCases))
  }

  // On a separate thread, because it takes so long that other tests would wait for the pool.
  @Test func `no order of events breaks a law`() async {
    let (broken, orders) = await explored(Self.richest, depth: Self.depth)
    #expect(broken == [])
    print("the loader's machine keeps its laws in \(orders) orders of \(Self.depth) events")
    #expect(orders > (Self.depth == 4 ? 30_000 : 1_000_000), "the exploration ends early")
  }

  @Test(
    arguments: [LoadPolicy.Previous.ofSameRequest, .always, .never],
    [LoadPolicy.Interruption.replace, .ignore]
  )
  func `no order of events breaks a law under another policy`(
    _ previous: LoadPolicy.Previous,
    _ interruption: LoadPolicy.Interruption
  ) async {
    for duplicate in [LoadPolicy.Duplicate.join, .replace] {
      for freshness in [Freshness.forever, .never] {
        let policy = LoadPolicy(
          previous: previous,
          interruption: interruption,
          duplicate: duplicate,
          freshness: freshness
        )
        let (broken, orders) = await explored([policy], depth: max(Self.depth - 1, 4))
        #expect(broken == [])
        #expect(orders > 15_000, "the exploration ends early")
      }
    }
  }

  private func explored(
    _ policies: [LoadPolicy],
    depth: Int
  ) async -> (broken: Set<String>, orders: Int) {
    let results = Log<(broken: Set<String>, orders: Int)>()
    await onOwnThread {
      for policy in policies {
        let exploration = Exploration(LoadWorld(policy), depth: depth)
        results.note((Set(exploration.broken), exploration.orders))
      }
    }
    return results.entries.reduce(into: (Set<String>(), 0)) { all, result in
      all.0.formUnion(result.broken)
      all.1 += result.orders
    }
  }
}
