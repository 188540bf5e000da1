@_exported public import ReactiveLoadable
