public import ReactiveLoadable

/// The end of a load: its result, or its cancellation.
///
/// The store creates it for a load. A test creates one as an expected value; if the test sends that
/// value to a store, nothing changes, because it belongs to no load. Two load results are equal
/// if their values or errors are equal. See <doc:StoreContract#S12-Stale-results>.
public struct LoadResult<Child: Sendable>: Sendable {
  private let ending: EmbeddedResult<Child>?
  /// The event of a load; `nil` for an expected value.
  let workEvent: WorkEvent?

  init(_ workEvent: WorkEvent) {
    self.workEvent = workEvent
    ending = workEvent.result()
  }

  private init(expected ending: EmbeddedResult<Child>?) {
    self.ending = ending
    workEvent = nil
  }

  /// The child or the error; `nil` if the work cancelled itself.
  public var result: Result<Child, LoadError>? {
    switch ending {
    case .value(let child): .success(child.value)
    case .failure(let error): .failure(error.value)
    case nil: nil
    }
  }

  /// The loaded child; `nil` if the load failed or was cancelled.
  public var child: Child? { try? result?.get() }

  /// Creates the end of a successful load.
  ///
  /// - Parameter child: The loaded child.
  /// - Returns: An end that belongs to no load.
  public static func success(_ child: Child) -> Self { Self(expected: .value(Box(child))) }

  /// Creates the end of a failed load.
  ///
  /// - Parameter error: The error that the load function throws.
  /// - Returns: An end that belongs to no load.
  public static func failure(_ error: any Error) -> Self {
    Self(expected: .failure(Box(LoadError(error))))
  }

  /// The end of a load whose work cancelled itself; it belongs to no load.
  public static var cancelled: Self { Self(expected: nil) }
}

extension LoadResult: Equatable where Child: Equatable {
  /// Compares the results.
  public static func == (left: Self, right: Self) -> Bool { left.result == right.result }
}

extension LoadResult: CustomStringConvertible, CustomReflectable {
  /// The child or the error on one line; a long one is cut.
  public var description: String {
    switch result {
    case .success(let child): shortText(child)
    case .failure(let error): "failed: \(shortText(error))"
    case nil: "cancelled"
    }
  }

  /// A mirror of the result, without internal tickets.
  public var customMirror: Mirror {
    switch result {
    case .success(let child): Mirror(self, children: ["success": child], displayStyle: .enum)
    case .failure(let error): Mirror(self, children: ["failure": error], displayStyle: .enum)
    case nil: Mirror(self, children: [:], displayStyle: .enum)
    }
  }
}
