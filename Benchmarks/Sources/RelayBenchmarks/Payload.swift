/// A value that subscribers can sum up.
protocol Weighable: Sendable {
  var weight: Int { get }
}

extension Int: Weighable {
  var weight: Int { self }
}

/// A stand-in for the state of a loader: an enum whose cases carry an array.
enum Payload: Weighable {
  case notRequested
  case loading(previous: [Int]?, attempt: Int)
  case loaded([Int])
  case failed(String, previous: [Int]?)

  var weight: Int {
    switch self {
    case .notRequested: 0
    case .loading(let previous, let attempt): attempt &+ (previous?.count ?? 0)
    case .loaded(let values): values.count
    case .failed(_, let previous): previous?.count ?? 0
    }
  }
}

/// A sum of all received values, so that no value is optimized away.
final class Total: @unchecked Sendable {
  // SAFETY: the benchmarks deliver on one thread.
  var sum = 0
}
