// The test of a store needs one import.
@_exported public import LoadableTesting
@_exported public import ReactiveStore
