import Foundation
import ReactiveLoadable
import Testing

@Suite struct `Zip of states` {
  typealias Pair = Loadable<[Int], SampleError>

  static func zip(_ left: SampleState, _ right: SampleState) -> Pair {
    Loadable.zip(left, right).map { [$0, $1] }
  }

  @Test func `two states zip by the table`() {
    typealias Row = (left: SampleState, right: SampleState, zipped: Pair)
    let rows: [Row] = [
      (.loaded(1), .loaded(2), .loaded([1, 2])),
      (.loaded(1), .notRequested, .notRequested),
      (.notRequested, .notRequested, .notRequested),
      (.loading, .notRequested, .loading),
      (.loaded(1), .loading, .loading),
      (.loaded(1), .loading(previous: 2), .loading(previous: [1, 2])),
      (
        .loading(previous: 1, cause: .load), .loading(previous: 2),
        .loading(previous: [1, 2], cause: .load)
      ),
      (.failed(.first), .loading(previous: 2), .failed(.first)),
      (.failed(.first, previous: 1), .loaded(2), .failed(.first, previous: [1, 2])),
      (.failed(.first), .failed(.second), .failed(.first)),
      (.notRequested, .failed(.second, previous: 2), .failed(.second)),
    ]
    for row in rows {
      #expect(Self.zip(row.left, row.right) == row.zipped, "\(row.left) and \(row.right)")
      #expect([row.left, row.right].zipped() == row.zipped, "\(row.left) and \(row.right)")
    }
  }

  @Test func `progress is that of the slowest part`() {
    let parts: [SampleState] = [
      .loading(Loading(progress: 0.75)), .loading(Loading(attempt: 3, progress: 0.5)), .loaded(1),
    ]
    #expect(parts.zipped() == .loading(Loading(attempt: 3, progress: 0.5)))
    #expect((parts + [.loading]).zipped().progress == nil)
  }

  @Test func `the date of saved values is the oldest of the parts, in each order`() {
    let (early, late) = (Date(timeIntervalSince1970: 10), Date(timeIntervalSince1970: 100))
    let parts = [early, late].flatMap { date -> [SampleState] in
      [
        .loading(Loading(previous: 1, savedAt: date)),
        .failed(Failed(error: .first, previous: 1, savedAt: date)),
      ]
    }
    for first in parts {
      for second in parts {
        let dates = [first, second].compactMap(\.savedAt)
        #expect([first, second].zipped().savedAt == dates.min(), "\(first) \(second)")
      }
    }
  }

  @Test(arguments: sampleStates)
  func `zip is associative`(first: SampleState) {
    for second in sampleStates {
      for third in sampleStates {
        let flat = Loadable.zip(first, second, third).map { [$0, $1, $2] }
        let left = Loadable.zip(Self.zip(first, second), third).map { $0 + [$1] }
        let right = Loadable.zip(first, Self.zip(second, third)).map { [$0] + $1 }
        #expect(left == flat)
        #expect(right == flat)
        #expect([first, second, third].zipped() == flat)
      }
    }
  }

  @Test(arguments: sampleStates)
  func `a zipped value is visible exactly when every part has a visible value`(left: SampleState) {
    for right in sampleStates {
      let both = [left.latest, right.latest].compactMap(\.self)
      #expect(Self.zip(left, right).latest == (both.count == 2 ? both : nil))
    }
  }

  @Test func `no states zip to a loaded state, not to a publisher`() {
    let nothing = Loadable<(), SampleError>.zip()
    #expect((nothing as Loadable<(), SampleError>).value != nil)
  }

  @Test func `one state zips to itself and none to an empty array`() {
    #expect([SampleState.loading(previous: 1)].zipped() == .loading(previous: [1]))
    #expect([SampleState]().zipped() == .loaded([]))
  }
}

extension Loadable {
  fileprivate var savedAt: Date? {
    switch self {
    case .loading(let loading): loading.savedAt
    case .failed(let failed): failed.savedAt
    case .notRequested, .loaded: nil
    }
  }
}
