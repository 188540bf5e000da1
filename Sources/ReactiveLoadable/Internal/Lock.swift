#if canImport(Darwin) || os(Windows)
public import Synchronization
#endif

/// A state together with the lock that guards it.
///
/// ```swift
/// let lock = Lock(State())
/// let count = lock.withLock { state in state.count }
/// ```
///
/// No caller's code runs inside `withLock`, and old values leave it before they are released: a
/// `deinit` may come back to the same lock, which is not recursive.
@usableFromInline
struct Lock<State>: ~Copyable, @unchecked Sendable {
  // SAFETY: the state is reached through `withLock` only, so one thread at a time touches it.
  #if canImport(Darwin) || os(Windows)
  @usableFromInline let mutex: Mutex<Unchecked<State>>

  @inlinable
  init(_ initial: State) { mutex = Mutex(Unchecked(initial)) }
  #else
  @usableFromInline let parking = ParkingLock()
  @usableFromInline let state: UnsafeMutablePointer<State>

  @inlinable
  init(_ initial: State) {
    state = .allocate(capacity: 1)
    state.initialize(to: initial)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }
  #endif

  /// Runs `body` with exclusive access to the state and hands on its result.
  @inlinable @inline(__always)
  borrowing func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
    #if canImport(Darwin) || os(Windows)
    return try mutex.withLock { state throws(E) in Unchecked(try body(&state.value)) }.value
    #else
    parking.acquire()
    defer { parking.release() }
    return try body(&state.pointee)
    #endif
  }
}

#if canImport(Darwin) || os(Windows)
/// Carries a value past the region checks of `Mutex`.
@usableFromInline
struct Unchecked<Value>: @unchecked Sendable {
  // SAFETY: only for what stays inside the mutex, or was moved or read under it.
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
#endif
