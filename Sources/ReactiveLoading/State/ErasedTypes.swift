package import Foundation

// A value, a state and the end of a load without their types: code that moves them is not generic.

/// A value on the heap with an erased type.
///
/// A type that holds boxes has the same layout for all types of values. Code that moves boxes is
/// not generic: it compiles once, and looks up no type.
// SAFETY: its subclasses are `Box` and `SavedBox`, which are immutable and Sendable.
@usableFromInline
package class AnyBox: @unchecked Sendable {
  @inlinable
  package init() {}

  /// The value of the box.
  @usableFromInline
  package var erased: any Sendable { () }

  /// The date of the record that the value was restored from; `nil` for a value of this process.
  package var savedAt: Date? { nil }

  /// The age of the value when it was set; zero for a new value.
  package var ageWhenSet: Duration { .zero }

  /// Returns whether a box of the same type has an equal value; false for values without `==`.
  ///
  /// It calls the caller's `==`, so never call it under a lock.
  func isEqual(to other: AnyBox) -> Bool { false }

  /// The box with its type, which must be the type of its value.
  // SAFETY: an owner puts boxes of one type into a slot. NB: `unsafeDowncast` would look up the type.
  @inlinable
  package final func assumed<Value>(of type: Value.Type) -> Box<Value> {
    assert(self is Box<Value>, "A box of \(Value.self) is expected, but found \(self).")
    return Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
  }
}

/// An immutable value on the heap.
// SAFETY: the properties, also of the only subclass, are constants whose types are Sendable.
@usableFromInline
package class Box<Value: Sendable>: AnyBox, @unchecked Sendable {
  @usableFromInline package final let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @usableFromInline
  package override var erased: any Sendable { value }

  override func isEqual(to other: AnyBox) -> Bool {
    areEqualIfEquatable(value, other.assumed(of: Value.self).value)
  }

  /// Returns a box with an edited value, which is as old as the value of this one.
  func edited(_ value: Value) -> AnyBox { Box(value) }
}

/// A value of an earlier time: it was restored from a record, or set with an age.
// SAFETY: the properties are constants whose types are Sendable.
package final class SavedBox<Value: Sendable>: Box<Value>, @unchecked Sendable {
  private let date: Date?
  private let age: Duration

  /// Creates a box with a value that was restored from a record.
  package convenience init(_ value: Value, savedAt date: Date) {
    self.init(value, savedAt: date, age: .zero)
  }

  fileprivate init(_ value: Value, savedAt date: Date?, age: Duration) {
    (self.date, self.age) = (date, age)
    super.init(value)
  }

  package override var savedAt: Date? { date }
  package override var ageWhenSet: Duration { age }

  override func edited(_ value: Value) -> AnyBox { SavedBox(value, savedAt: date, age: age) }
}

extension AnyBox {
  /// Returns a box with a value that is set; `nil` as its age is a new value.
  static func value<Value: Sendable>(_ value: Value, age: Duration?) -> AnyBox {
    if let age { SavedBox(value, savedAt: nil, age: age) } else { Box(value) }
  }
}

extension Box: Equatable where Value: Equatable {
  @usableFromInline package static func == (left: Box, right: Box) -> Bool {
    left.value == right.value
  }
}

extension Box: Hashable where Value: Hashable {
  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension AnyBox? {
  /// The error in the box; a cancellation error without one.
  package var anyError: any Error { self?.erased as? any Error ?? CancellationError() }

  /// The value of the box; the empty tuple without one.
  package var erased: any Sendable {
    if let box = self { box.erased } else { () }
  }
}

// MARK: States and ends of loads

/// A published state with erased types.
@usableFromInline
enum AnyLoadable: Sendable {
  case notRequested
  case loading(LoadCause, attempt: Int, LoadProgress?, previous: AnyBox?)
  // NB: A separate case, because an error in each loading state costs a load 90 instructions.
  /// A loading state after a failure, with its error.
  indirect case again(AnyLoadable, AnyBox)
  case loaded(AnyBox)
  case failed(AnyBox, LoadCause, previous: AnyBox?)

  /// The value of the state, or else its previous value.
  var latest: AnyBox? {
    switch self {
    case .notRequested: nil
    case .loaded(let value): value
    case .loading(_, _, _, let previous), .failed(_, _, let previous): previous
    case .again(let state, _): state.latest
    }
  }

  /// Returns the state with its types.
  @inlinable
  func state<Value: Sendable, Failure: Error>() -> Loadable<Value, Failure> {
    switch self {
    case .notRequested: return .notRequested
    case .loading(let cause, let attempt, let progress, let previous):
      let previous: Box<Value>? = previous?.assumed(of: Value.self)
      return .loading(
        Loading(previous: previous?.value, cause: cause, attempt: attempt, progress: progress)
      )
    case .again(let state, let error): return Self.state(of: state, with: error)
    case .loaded(let value): return .loaded(value.assumed(of: Value.self).value)
    case .failed(let error, let cause, let previous):
      let error: Box<Failure> = error.assumed(of: Failure.self)
      let previous: Box<Value>? = previous?.assumed(of: Value.self)
      return .failed(Failed(error: error.value, previous: previous?.value, cause: cause))
    }
  }
}

extension AnyLoadable {
  /// Returns the state with its types, and with the date of a value that was restored.
  // NB: Apart, so that a loader without records does not ask its values for a date.
  @inlinable
  func datedState<Value: Sendable, Failure: Error>() -> Loadable<Value, Failure> {
    isRestored ? restoredState() : state()
  }

  /// True if the value of the state, or its previous value, was restored from a record.
  @usableFromInline var isRestored: Bool { latest?.savedAt != nil }

  @usableFromInline @inline(never)
  func restoredState<Value: Sendable, Failure: Error>() -> Loadable<Value, Failure> {
    let state: Loadable<Value, Failure> = state()
    guard let date = latest?.savedAt else { return state }
    switch state {
    case .notRequested, .loaded: return state
    case .loading(var loading):
      loading.savedAt = date
      return .loading(loading)
    case .failed(var failed):
      failed.savedAt = date
      return .failed(failed)
    }
  }

  /// Returns a loading state with the error of the failure before it.
  // NB: Not inlined, so that a plain load does not pay for it.
  @usableFromInline @inline(never)
  static func state<Value: Sendable, Failure: Error>(
    of loading: AnyLoadable,
    with error: AnyBox
  ) -> Loadable<Value, Failure> {
    let state: Loadable<Value, Failure> = loading.state()
    guard case .loading(var loading) = state else { return state }
    loading.lastError = error.assumed(of: Failure.self).value
    return .loading(loading)
  }
}

/// The end of a load, with its value or its error.
package struct AnyLoadOutcome: Sendable {
  package enum Kind: Hashable, Sendable {
    case loaded, failed, cancelled, replaced
    case skipped(SkipReason)
  }

  package let kind: Kind
  package let value: AnyBox?
  package let failure: AnyBox?

  package init(_ kind: Kind, _ value: AnyBox? = nil, _ failure: AnyBox? = nil) {
    self.kind = kind
    self.value = value
    self.failure = failure
  }
}

extension LoadOutcome where Value: Sendable {
  package init(_ end: AnyLoadOutcome) {
    // NB: `map` would look up types.
    self = .cancelled
    switch end.kind {
    case .loaded: if let value = end.value { self = .loaded(value.assumed(of: Value.self).value) }
    case .failed:
      if let failure = end.failure { self = .failed(failure.assumed(of: Failure.self).value) }
    case .cancelled: break
    case .replaced: self = .replaced
    case .skipped(let reason): self = .skipped(reason)
    }
  }
}

extension AnyLoadOutcome {
  init<Value: Sendable, Failure>(_ outcome: LoadOutcome<Value, Failure>) {
    switch outcome {
    case .loaded(let value): self.init(.loaded, Box(value))
    case .failed(let error): self.init(.failed, nil, Box(error))
    case .cancelled, .abandoned: self.init(.cancelled)
    case .replaced: self.init(.replaced)
    case .skipped(let reason): self.init(.skipped(reason))
    }
  }
}
