public import ReactiveLoading

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
