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

/// A ``LoaderModel`` of a ``ValueLoader``, for a view that observes it.
///
/// ```swift
/// @State private var profile: ValueModel<Profile>
/// ```
public typealias ValueModel<Value: Sendable> = LoaderModel<ValueLoader<Value>>

/// A ``LoaderModel`` of a ``RequestLoader``, for a view that observes it.
public typealias RequestModel<Request: Hashable & Sendable, Value: Sendable> = LoaderModel<
  RequestLoader<Request, Value>
>

/// A ``LoaderCache`` whose failure is a ``LoadError``.
public typealias ValueCache<Key: Hashable & Sendable, Value: Sendable> = LoaderCache<
  Key, Value, LoadError
>
