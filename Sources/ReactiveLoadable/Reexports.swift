// Each layer is a module, so that the compiler checks that none imports one above it.
@_exported public import ReactiveCaching
@_exported public import ReactiveLoading
@_exported public import ReactivePaging
@_exported public import ReactiveRelays
