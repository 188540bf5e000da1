/// The state of a load whose failure is the default, ``LoadError``.
public typealias LoadState<Value> = Loadable<Value, LoadError>

/// A ``Loader`` without a request, whose failure is a ``LoadError``.
///
/// ```swift
/// final class Account: Sendable {
///   let profile: ValueLoader<Profile>
///
///   init(api: API) { profile = Loader { try await api.profile() } }
/// }
/// ```
public typealias ValueLoader<Value: Sendable> = Loader<NoRequest, Value, LoadError>

/// A ``Loader`` that loads a value for each request, and whose failure is a ``LoadError``.
public typealias RequestLoader<Request: Hashable & Sendable, Value: Sendable> = Loader<
  Request, Value, LoadError
>
