public import ReactiveLoading

/// A ``LoaderCache`` whose failure is a ``LoadError``.
public typealias ValueCache<Key: Hashable & Sendable, Value: Sendable> = LoaderCache<
  Key, Value, LoadError
>
