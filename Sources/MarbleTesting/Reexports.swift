// Inputs are publishers; `elements`, which makes async sequences of them, is ReactiveLoadable's.
@_exported public import ReactiveLoadable
