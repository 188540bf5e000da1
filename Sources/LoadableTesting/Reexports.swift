// The test of a view model needs one import: its marble test, its states and its loaders.
@_exported public import MarbleTesting
@_exported public import ReactiveLoadable
